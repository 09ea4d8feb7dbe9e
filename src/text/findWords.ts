import { foldText, foldWithOrigins } from './foldText.ts';

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
