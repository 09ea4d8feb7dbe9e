// Where a search is found in a cell’s text, without regard to case and accents, as the host finds its rows.

export interface Hit {
  readonly from: number;
  readonly to: number;
}

export function findHits(text: string, search: string): readonly Hit[] {
  const wanted = fold(search);
  if (wanted === '') return [];
  const folded = fold(text);
  const hits: Hit[] = [];
  const placeOf = folded.length === text.length ? (at: number) => at : placesIn(text);
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    hits.push({ from: placeOf(at), to: placeOf(at + wanted.length) });
  }
  return hits;
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}

/** From a place in the folded text to the one in the text itself; folding makes some characters longer or none. */
function placesIn(text: string): (at: number) => number {
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    for (let unit = 0; unit < fold(character).length; unit++) places.push(place);
    place += character.length;
  }
  return (at) => places[at] ?? text.length;
}
