// Finds values that a merge would duplicate, because both sides moved them.
import type { JsonNode } from '#json/jsonTree.ts';

/** How often each id occurs. */
export function countIds(ids: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Whether a value of the base is in the result more often than the changes of both sides add up to: one side removed or
 * moved it, and the other one moved it too. The counts are those of base, mine, theirs and result.
 */
export function hasRepeated([base, mine, theirs, result]: readonly ReadonlyMap<number, number>[]): boolean {
  for (const [id, b] of base ?? []) {
    const [m, t, r] = [mine, theirs, result].map((counts) => counts?.get(id) ?? 0);
    if (m === undefined || t === undefined || r === undefined) return true;
    if (r > Math.max(m + t - b, Math.min(m, t))) return true;
  }
  return false;
}

/** All objects and lists that are not empty. */
export function* containersIn(node: JsonNode): Iterable<JsonNode> {
  const inner =
    node.kind === 'object' ? node.members.map(({ value }) => value) : node.kind === 'list' ? node.items : [];
  if (inner.length > 0) yield node;
  for (const child of inner) yield* containersIn(child);
}
