// What a database makes of a JSON text that it stores by its values: the keys of every object in another order.
import type { JsonNode } from '#json/jsonTree.ts';
import { treeOf } from './jsonModel.ts';

/** `seed` chooses the order. Members that share a key stay in their own order. */
export function reorderKeys(text: string, seed: number): string {
  return reorderNode(text, treeOf(text), seed);
}

function reorderNode(text: string, node: JsonNode, seed: number): string {
  if (node.kind === 'list') return `[${node.items.map((item) => reorderNode(text, item, seed)).join()}]`;
  if (node.kind !== 'object') return text.slice(node.from, node.to);
  const members = node.members
    .toSorted((a, b) => orderOf(a.key, seed) - orderOf(b.key, seed))
    .map(({ keyFrom, keyTo, value }) => `${text.slice(keyFrom, keyTo)}:${reorderNode(text, value, seed)}`);
  return `{${members.join()}}`;
}

function orderOf(key: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < key.length; at++) hash = (hash * 31 + key.charCodeAt(at)) % 1_000_003;
  return hash;
}
