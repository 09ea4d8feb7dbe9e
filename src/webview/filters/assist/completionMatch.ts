// Which suggestions fit what was typed, and what one of them puts in. Nothing here knows the DOM.

/** A suggestion; `from` and `to` are offsets of the document. */
export interface Choice {
  readonly kind: 'property' | 'value' | 'snippet';
  readonly label: string;
  readonly filter: string;
  /** A tab stands for one level of indentation, lines begin at the first one's. */
  readonly insert: string;
  readonly from: number;
  readonly to: number;
  readonly stops: readonly { readonly from: number; readonly to: number }[];
  readonly documentation: string;
  readonly isContinued: boolean;
}

/** Those that fit, the best first; `typedIn` gives the text between a choice's beginning and the cursor. */
export function matchChoices(
  choices: readonly Choice[],
  typedIn: (choice: Choice) => string,
): readonly Choice[] {
  return choices
    .map((choice) => ({ choice, rank: rankOf(bare(choice.filter), bare(typedIn(choice))) }))
    .filter(({ rank }) => rank < noMatch)
    .toSorted((a, b) => a.rank - b.rank) // equal ones keep their order
    .map(({ choice }) => choice);
}

const noMatch = 4;

/** From 0, where the text begins with what was typed, to noMatch. */
function rankOf(text: string, typed: string): number {
  if (text.startsWith(typed)) return 0;
  if (text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(typed))) return 1;
  if (text.includes(typed)) return 2;
  let at = -1;
  for (const letter of typed) {
    at = text.indexOf(letter, at + 1);
    if (at < 0) return noMatch;
  }
  return 3;
}

function bare(text: string): string {
  return text.trim().replaceAll('"', '').toLowerCase();
}

/** What a choice puts in where its line is indented so; the stops are offsets into it. */
export function layOutChoice(
  { insert, stops }: Pick<Choice, 'insert' | 'stops'>,
  indent: string,
  unit: string,
): { readonly text: string; readonly stops: Choice['stops'] } {
  const layOut = (text: string) => text.replaceAll('\t', unit).replaceAll('\n', `\n${indent}`);
  const moved = (offset: number) => layOut(insert.slice(0, offset)).length;
  return {
    text: layOut(insert),
    stops: stops.map(({ from, to }) => ({ from: moved(from), to: moved(to) })),
  };
}

/** Whether something may be suggested behind a text that was just typed. */
export function asksForChoices(textBefore: string): boolean {
  return /["\p{L}\p{N}_$:]$|: $/u.test(textBefore);
}
