// Search compares texts without regard to case and accents: `jurgen` finds “Jürgen”, and `Jürgen` finds “Jurgen”.

/** Latin, Greek and Cyrillic accents. Other marks, such as the vowels of Hindi, are letters to those who read them. */
const accents = /[\u0300-\u036F]/g;
const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const ascii = /^[\u0000-\u007F]*$/; // oxlint-disable-line no-control-regex -- the whole range

/** The same for two texts that differ in case and accents only. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  // A sigma at the end of a word has a form of its own, which depends on what follows.
  return lower.normalize('NFD').replaceAll(accents, '').replaceAll('ς', 'σ').normalize('NFC');
}

/** A folded text, and where in the given one each of its UTF-16 units comes from. */
interface FoldedText {
  readonly text: string;
  /** One more than units: the last is the length of the given text. */
  readonly origins: readonly number[];
}

function foldWithOrigins(text: string): FoldedText {
  if (ascii.test(text))
    return { text: foldText(text), origins: Array.from({ length: text.length + 1 }, (_, unit) => unit) };
  let folded = '';
  const origins: number[] = [];
  // By what a reader counts as one character: its parts may be folded into one.
  for (const { segment, index } of characters.segment(text)) {
    const part = foldText(segment);
    const isOneToOne = part.length === segment.length;
    for (let unit = 0; unit < part.length; unit++) origins.push(isOneToOne ? index + unit : index);
    folded += part;
  }
  return { text: folded, origins: [...origins, text.length] };
}

/** Finds where each of the words is in a text, without regard to case and accents: in UTF-16 units, from and to, in order. */
export type FindWords = (text: string) => readonly [number, number][];

export function createWordFinder(words: readonly string[]): FindWords {
  const wanted = words
    .map(foldText)
    .filter((word) => word !== '')
    .toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return () => [];
  const pattern = new RegExp(wanted.map(escape).join('|'), 'gu');
  return (text) => {
    const folded = foldWithOrigins(text);
    const originOf = (unit: number) => folded.origins[unit] ?? text.length;
    return [...folded.text.matchAll(pattern)].map(({ 0: found, index }) => [
      originOf(index),
      originOf(index + found.length),
    ]);
  };
}

function escape(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** For a sort by UTF-16 units, which is the same in every language. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
