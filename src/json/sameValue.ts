// Whether two JSON texts hold the same value, without the losses of JSON.parse: numbers are compared by their digits, and
// the order of keys, escapes and white space do not count.
import { exactNumber } from './longNumbers.ts';
import { JsonTokenizer } from './tokenizer.ts';
import {
  hasDuplicateKeys,
  parseJsonTree,
  stringOf,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
} from './jsonTree.ts';

/**
 * What a key that an object has more than once means.
 * - `compared`: every member counts, in its order: nothing of either text is ignored.
 * - `lastWins`: the last member counts, as for JSON.parse and for a database that stores parsed JSON.
 */
export type RepeatedKeys = 'compared' | 'lastWins';

/** Whether two texts have the same tokens; only white space may differ. */
export function isSameSpelling(a: string, b: string): boolean {
  const [mine, theirs] = [new JsonTokenizer(a), new JsonTokenizer(b)];
  for (;;) {
    const kind = mine.next();
    if (theirs.next() !== kind) return false;
    if (kind === 'end') return true;
    if (a.slice(mine.start, mine.end) !== b.slice(theirs.start, theirs.end)) return false;
  }
}

/** False if either text is not JSON or nested deeper than `maxDepth`. */
export function isSameValue(a: string, b: string, repeatedKeys: RepeatedKeys = 'compared'): boolean {
  const rootA = parseJsonTree(a);
  const rootB = parseJsonTree(b);
  if (!rootA || !rootB) return false;
  if (a === b) return true;
  const identify = createIdentity(repeatedKeys);
  return identify(a, rootA) === identify(b, rootB);
}

/** The returned function gives one number to all nodes, of whatever texts, with the same value. It visits a node once. */
export function createIdentity(repeatedKeys: RepeatedKeys): (text: string, node: JsonNode) => number {
  const intern = createInterner();
  const internKey = createInterner();
  const known = new Map<JsonNode, number>();
  const objectSignature = (text: string, node: JsonObjectNode): string => {
    const hasDuplicates = hasDuplicateKeys(node);
    const members = hasDuplicates && repeatedKeys === 'lastWins' ? lastMembers(node) : node.members;
    const pairs = members.map(({ key, value }) => ({ name: internKey(key), id: identify(text, value) }));
    const isOrdered = hasDuplicates && repeatedKeys === 'compared';
    if (!isOrdered) pairs.sort((a, b) => a.name - b.name);
    let signature = '{';
    for (const { name, id } of pairs) signature += `${name}:${id},`;
    return signature;
  };
  const signatureOf = (text: string, node: JsonNode): string => {
    if (node.kind === 'list') return `[${node.items.map((item) => identify(text, item)).join()}`;
    if (node.kind === 'object') return objectSignature(text, node);
    if (node.kind === 'string') return `"${stringOf(text, node)}`;
    const raw = text.slice(node.from, node.to);
    return node.kind === 'number' ? `#${exactNumber(raw)}` : raw;
  };
  const identify = (text: string, node: JsonNode): number => {
    let id = known.get(node);
    if (id === undefined) known.set(node, (id = intern(signatureOf(text, node))));
    return id;
  };
  return identify;
}

/** Equal strings get equal numbers. */
function createInterner(): (text: string) => number {
  const ids = new Map<string, number>();
  return (text) => {
    let id = ids.get(text);
    if (id === undefined) ids.set(text, (id = ids.size));
    return id;
  };
}

/** One member for each key; a Map, because `__proto__` is a key like any other. */
function lastMembers(node: JsonObjectNode): readonly JsonMemberNode[] {
  return [...new Map(node.members.map((member) => [member.key, member])).values()];
}
