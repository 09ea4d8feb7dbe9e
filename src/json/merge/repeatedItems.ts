// What was moved on both sides of a merge would be in its result twice, or once though one side took it away.
import type { JsonNode } from '#json/tree.ts';

/** How often each id is there. */
export function countOf(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Whether a value of the base is in the result more often than the changes of both sides make it: what one side took
 * away or moved was then moved by the other. The counts are of base, mine, theirs and result.
 */
export function isThereTwice([base, mine, theirs, result]: readonly ReadonlyMap<number, number>[]): boolean {
  for (const [id, b] of base ?? []) {
    const [m, t, r] = [mine, theirs, result].map((counts) => counts?.get(id) ?? 0);
    if (m === undefined || t === undefined || r === undefined) return true;
    if (r > Math.max(m + t - b, Math.min(m, t))) return true;
  }
  return false;
}

/** Every object and list that is not empty. */
export function* containersIn(node: JsonNode): Iterable<JsonNode> {
  const inner =
    node.kind === 'object' ? node.members.map(({ value }) => value) : node.kind === 'list' ? node.items : [];
  if (inner.length > 0) yield node;
  for (const child of inner) yield* containersIn(child);
}
