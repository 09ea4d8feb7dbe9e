/** What differs between two texts, as one replacement in the first one. */
export interface ChangedPart {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/**
 * Leaves the common beginning and end alone; undefined if the texts are the same. It neither begins nor ends inside a
 * surrogate pair: VS Code would move such a position, and half of a character would stay.
 */
export function findChangedPart(before: string, after: string): ChangedPart | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from++;
  if (from > 0 && isHighSurrogate(before.charCodeAt(from - 1))) from--;
  let [to, end] = [before.length, after.length];
  while (to > from && end > from && before.charCodeAt(to - 1) === after.charCodeAt(end - 1)) {
    to--;
    end--;
  }
  if (to < before.length && isLowSurrogate(before.charCodeAt(to))) {
    to++;
    end++;
  }
  return { from, to, insert: after.slice(from, end) };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
