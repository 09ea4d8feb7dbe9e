// Pairs the equal items of two lists: the longest common subsequence, by Myers' algorithm.

/** Limits the search, whose cost grows with the square of the changes. */
const maxChanges = 1000;

/**
 * For each item of `a` its index in `b`, or -1, in the order of both lists. If the lists differ too much, only their
 * common prefix and suffix are paired.
 */
export function alignItems(a: readonly number[], b: readonly number[]): readonly number[] {
  const partners = a.map(() => -1);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    partners[start] = start;
    start++;
  }
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) partners[--endA] = --endB;
  for (const [x, y] of commonPairs(a.slice(start, endA), b.slice(start, endB)))
    partners[start + x] = start + y;
  return partners;
}

/** Index pairs of equal items; empty if the lists differ by more than `maxChanges`. */
function commonPairs(a: readonly number[], b: readonly number[]): readonly (readonly [number, number])[] {
  if (a.length === 0 || b.length === 0) return [];
  const limit = Math.min(a.length + b.length, maxChanges);
  // The furthest x on each diagonal for each number of changes; the path back is read from them.
  const rounds: Int32Array[] = [];
  let before = new Int32Array(3);
  for (let changes = 0; changes <= limit; changes++) {
    const reach = new Int32Array(2 * changes + 3);
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = changes === 0 ? 0 : stepFrom(before, changes, diagonal);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      reach[diagonal + changes + 1] = x;
      if (x >= a.length && x - diagonal >= b.length) return backtrack(rounds, a.length, b.length);
    }
    rounds.push(reach);
    before = reach;
  }
  return [];
}

/** The x on the diagonal after one more change, before the equal items that follow. */
function stepFrom(before: Int32Array, changes: number, diagonal: number): number {
  const left = reachOf(before, changes - 1, diagonal - 1);
  const above = reachOf(before, changes - 1, diagonal + 1);
  return isFromAbove(changes, diagonal, left, above) ? above : left + 1;
}

function isFromAbove(changes: number, diagonal: number, left: number, above: number): boolean {
  return diagonal === -changes || (diagonal !== changes && left < above);
}

function reachOf(reach: Int32Array, changes: number, diagonal: number): number {
  return reach[diagonal + changes + 1] ?? 0;
}

function backtrack(
  rounds: readonly Int32Array[],
  lengthA: number,
  lengthB: number,
): readonly (readonly [number, number])[] {
  const pairs: [number, number][] = [];
  let x = lengthA;
  let y = lengthB;
  for (let changes = rounds.length; changes > 0; changes--) {
    const reach = rounds[changes - 1] ?? new Int32Array(0);
    const diagonal = x - y;
    const left = reachOf(reach, changes - 1, diagonal - 1);
    const above = reachOf(reach, changes - 1, diagonal + 1);
    const isAbove = isFromAbove(changes, diagonal, left, above);
    const fromX = isAbove ? above : left;
    const fromY = fromX - (isAbove ? diagonal + 1 : diagonal - 1);
    while (x > fromX && y > fromY && x > (isAbove ? fromX : fromX + 1)) pairs.push([--x, --y]);
    x = fromX;
    y = fromY;
  }
  while (x > 0 && y > 0) pairs.push([--x, --y]);
  return pairs;
}
