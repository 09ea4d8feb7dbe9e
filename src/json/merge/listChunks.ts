// Cuts a list into chunks for a merge and decides what each one becomes.
import type { JsonListNode, JsonNode } from '#json/jsonTree.ts';
import { alignItems } from './alignItems.ts';
import type { SideTexts, ThreeSides } from './threeSides.ts';

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
export type ChunkDecision =
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
