import { foldText } from './foldText.ts';

/** Larger than the distance of any name that begins with the text, because names are shorter. */
const containsDistance = 1_000_000;

/**
 * How far a name is from what is typed: 0 where it is the same, the number of its other characters if it begins with
 * it, more where it contains each of its words. Undefined for no match. @param text folded
 */
export function matchDistance(text: string, name: string): number | undefined {
  const folded = foldText(name);
  if (folded.startsWith(text)) return folded.length - text.length;
  return text.split(/\s+/).every((word) => folded.includes(word)) ? containsDistance : undefined;
}

/** Whether a name has each of the typed words with the accents that they were typed with. */
export function hasTypedAccents(typed: string, name: string): boolean {
  const toLower = (text: string): string => text.toLowerCase().normalize('NFC');
  const words = toLower(typed.trim()).split(/\s+/);
  return words.every((word) => toLower(name).includes(word));
}

/** The items that have a distance, the nearest first; those of the same distance stay in order. */
export function nearestMatches<T>(
  items: readonly T[],
  distanceOf: (item: T) => number | undefined,
): readonly T[] {
  return items
    .flatMap((item) => {
      const distance = distanceOf(item);
      return distance === undefined ? [] : [{ item, distance }];
    })
    .toSorted((a, b) => a.distance - b.distance)
    .map(({ item }) => item);
}
