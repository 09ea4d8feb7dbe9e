// Search compares texts without regard to case and accents: `jurgen` finds “Jürgen”, and `Jürgen` finds “Jurgen”.

/** Latin, Greek and Cyrillic accents. Other marks, such as the vowels of Hindi, are letters to those who read them. */
const accents = /[\u0300-\u036F]/g;
const ascii = /^[\u0000-\u007F]*$/; // oxlint-disable-line no-control-regex -- the whole range

/** What two texts have in common that differ in case and accents only. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  return ascii.test(lower) ? lower : lower.normalize('NFD').replaceAll(accents, '').normalize('NFC');
}

/** A folded text, and where in the given one each of its UTF-16 units comes from. */
export interface FoldedText {
  readonly text: string;
  /** One more than units: the last is the length of the given text. */
  readonly origins: readonly number[];
}

export function foldWithOrigins(text: string): FoldedText {
  let folded = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit++) origins.push(at);
    folded += part;
    at += character.length;
  }
  return { text: folded, origins: [...origins, text.length] };
}
