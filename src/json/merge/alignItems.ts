// Pairs the equal items of two lists: the longest common subsequence, by Myers' algorithm.
import type { JsonListNode, JsonNode } from '#json/jsonTree.ts';
import type { SideTexts, ThreeSides } from './threeSides.ts';

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

// Cuts a list into chunks for a merge and decides what each one becomes.

/** A part of a list on all three sides. */
export interface Chunk {
  readonly base: readonly JsonNode[];
  readonly mine: readonly JsonNode[];
  readonly theirs: readonly JsonNode[];
  /** The index of its first item in mine. */
  readonly mineFrom: number;
}

/**
 * - `merge`: item by item.
 * - `theirs`: their items replace the chunk.
 * - `mine`: my items stay; a conflict where their change differs.
 */
type ChunkDecision =
  | { readonly kind: 'merge'; readonly items: readonly ThreeSides[] }
  | { readonly kind: 'theirs' }
  | { readonly kind: 'mine'; readonly isConflict: boolean };

/** The list is cut at every item that is the same on all sides; such an item is a chunk of its own. */
export function cutIntoChunks(
  sides: SideTexts,
  { base, mine, theirs }: ThreeSides<JsonListNode>,
): readonly Chunk[] {
  const baseIds = sides.idsOfList('base', base.items);
  const inMine = alignItems(baseIds, sides.idsOfList('mine', mine.items));
  const inTheirs = alignItems(baseIds, sides.idsOfList('theirs', theirs.items));
  const chunks: Chunk[] = [];
  let [b, m, t] = [0, 0, 0];
  const cut = (endB: number, endM: number, endT: number) => {
    if (endB > b || endM > m || endT > t)
      chunks.push({
        base: base.items.slice(b, endB),
        mine: mine.items.slice(m, endM),
        theirs: theirs.items.slice(t, endT),
        mineFrom: m,
      });
    [b, m, t] = [endB, endM, endT];
  };
  for (let index = 0; index < base.items.length; index++) {
    const [atMine = -1, atTheirs = -1] = [inMine[index], inTheirs[index]];
    if (atMine < 0 || atTheirs < 0) continue;
    cut(index, atMine, atTheirs);
    cut(index + 1, atMine + 1, atTheirs + 1);
  }
  cut(base.items.length, mine.items.length, theirs.items.length);
  return chunks;
}

export function decideChunk(sides: SideTexts, chunk: Chunk): ChunkDecision {
  const isMineChanged = !sides.isSameList('base', chunk.base, 'mine', chunk.mine);
  const isTheirsChanged = !sides.isSameList('base', chunk.base, 'theirs', chunk.theirs);
  const areBothChanged = isMineChanged && isTheirsChanged;
  const isSameChange = areBothChanged && sides.isSameList('mine', chunk.mine, 'theirs', chunk.theirs);
  if (isSameChange) return { kind: 'mine', isConflict: false };
  const items = pairItems(sides, chunk, areBothChanged);
  if (items) return { kind: 'merge', items };
  if (isTheirsChanged && !isMineChanged) return { kind: 'theirs' };
  return { kind: 'mine', isConflict: areBothChanged };
}

/**
 * The items one by one, where the chunk has the same length on all sides. Where both sides changed it, this is safe only
 * for a single item, or if each item is unchanged on one side: otherwise it may be another item.
 */
function pairItems(
  sides: SideTexts,
  { base, mine, theirs }: Chunk,
  areBothChanged: boolean,
): readonly ThreeSides[] | undefined {
  if (base.length !== mine.length || base.length !== theirs.length) return undefined;
  const items = base.flatMap((b, index) => {
    const [m, t] = [mine[index], theirs[index]];
    return m && t ? [{ base: b, mine: m, theirs: t }] : [];
  });
  const isClear = items.every((item) => {
    const ids = sides.idsOf(item);
    return ids.base === ids.mine || ids.base === ids.theirs || ids.mine === ids.theirs;
  });
  return !areBothChanged || isClear || items.length === 1 ? items : undefined;
}

/** Where each side's change of the chunk is shown: the index of its first item that no other side has, or else 0. */
export function findOwnItems(
  sides: SideTexts,
  { base, mine, theirs }: Chunk,
): readonly [inMine: number, inTheirs: number] {
  const inBase = sides.idsOfList('base', base);
  const inMine = sides.idsOfList('mine', mine);
  const inTheirs = sides.idsOfList('theirs', theirs);
  const atMine = inMine.findIndex((id) => !inBase.includes(id) && !inTheirs.includes(id));
  const atTheirs = inTheirs.findIndex((id) => !inBase.includes(id) && !inMine.includes(id));
  return [Math.max(atMine, 0), Math.max(atTheirs, 0)];
}
