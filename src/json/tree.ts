// JSON text as a tree of places. The text stays the truth: a node says where its value stands, never what a parsed
// number would have made of it. Reading recurses at most `maxDepth` levels.
import { JsonTokenizer } from './tokenizer.ts';
import { maxDepth } from './check.ts';

/** Offsets are UTF-16 code units of the text that the tree was made of; `to` is the first one behind the value. */
export type JsonNode = JsonObjectNode | JsonListNode | JsonScalarNode;

export interface JsonObjectNode {
  readonly kind: 'object';
  readonly from: number;
  readonly to: number;
  /** In the text's order; a key that is there twice is here twice. */
  readonly members: readonly JsonMemberNode[];
}

export interface JsonListNode {
  readonly kind: 'list';
  readonly from: number;
  readonly to: number;
  readonly items: readonly JsonNode[];
}

export interface JsonScalarNode {
  /** `literal` is `true`, `false` or `null`. */
  readonly kind: 'string' | 'number' | 'literal';
  readonly from: number;
  readonly to: number;
}

export interface JsonMemberNode {
  /** As the service reads it, without escapes. */
  readonly key: string;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly value: JsonNode;
}

export type JsonContainerNode = JsonObjectNode | JsonListNode;

/** Keys of objects and indexes of lists, from the root on. */
export type JsonPath = readonly (string | number)[];

/** The tree of any JSON value; undefined where the text is no JSON or is nested deeper than `maxDepth`. */
export function parseJsonTree(text: string): JsonNode | undefined {
  const scanner = new JsonTokenizer(text);
  advance(scanner);
  const root = readValue(scanner, 0);
  return root && advance(scanner) === 'end' ? root : undefined;
}

/** The node at the path; of several members of one name the last one, as JSON.parse takes it. */
export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'object') node = typeof step === 'string' ? memberOf(node, step)?.value : undefined;
    else if (node?.kind === 'list') node = typeof step === 'number' ? node.items[step] : undefined;
    else return undefined;
  }
  return node;
}

/** The last member of that name. */
export function memberOf(node: JsonObjectNode, key: string): JsonMemberNode | undefined {
  return node.members.findLast((member) => member.key === key);
}

/** The path of the deepest node around the offset; a key belongs to its value. Empty outside of the root. */
export function pathAt(root: JsonNode, offset: number): JsonPath {
  const path: (string | number)[] = [];
  let node: JsonNode | undefined = root;
  while (node) {
    const { kind } = node;
    if (kind === 'object') {
      const member: JsonMemberNode | undefined = node.members[indexAround(node, offset)];
      if (member) path.push(member.key);
      node = member?.value;
    } else if (kind === 'list') {
      const index = indexAround(node, offset);
      node = node.items[index];
      if (node) path.push(index);
    } else {
      node = undefined;
    }
  }
  return path;
}

/** The text that a string means. */
export function stringOf(text: string, node: JsonNode): string {
  return decodeString(text, node.from, node.to);
}

/** Whether a key is in the object more than once. */
export function hasDuplicateKeys({ members }: JsonObjectNode): boolean {
  if (members.length > 8) return new Set(members.map(({ key }) => key)).size < members.length;
  for (let later = 1; later < members.length; later++)
    for (let before = 0; before < later; before++)
      if (members[before]?.key === members[later]?.key) return true;
  return false;
}

/** What the string between the two offsets, which are those of its quotes, means. */
function decodeString(text: string, from: number, to: number): string {
  const inner = text.slice(from + 1, to - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(from, to))) : inner;
}

/** The entry whose place, with its key, holds the offset; -1 where there is none. */
function indexAround(node: JsonContainerNode, offset: number): number {
  const places = node.kind === 'object' ? node.members : node.items;
  let low = 0;
  let high = places.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const place = places[middle];
    if (!place) return -1;
    const [from, to] = 'key' in place ? [place.keyFrom, place.value.to] : [place.from, place.to];
    if (offset < from) high = middle - 1;
    else if (offset > to) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** The next token's kind; `unknown` also for a string or a number that is none of JSON. */
function advance(scanner: JsonTokenizer): JsonTokenizer['kind'] {
  const kind = scanner.next();
  // Half of a character is odd, but JSON.
  return scanner.fault === undefined || scanner.fault === 'loneSurrogate' ? kind : 'unknown';
}

/** Reads the value whose first token was found already; the scanner stays on its last token. */
function readValue(scanner: JsonTokenizer, depth: number): JsonNode | undefined {
  const { kind, start, end, fault } = scanner;
  if (fault !== undefined && fault !== 'loneSurrogate') return undefined;
  if (kind === 'string' || kind === 'number' || kind === 'literal') return { kind, from: start, to: end };
  if ((kind !== '{' && kind !== '[') || depth >= maxDepth) return undefined;
  return kind === '{' ? readObject(scanner, depth + 1) : readList(scanner, depth + 1);
}

function readObject(scanner: JsonTokenizer, depth: number): JsonObjectNode | undefined {
  const from = scanner.start;
  const members: JsonMemberNode[] = [];
  let kind = advance(scanner);
  while (kind === 'string') {
    const { start: keyFrom, end: keyTo } = scanner;
    const key = decodeString(scanner.text, keyFrom, keyTo);
    if (advance(scanner) !== ':') return undefined;
    advance(scanner);
    const value = readValue(scanner, depth);
    if (!value) return undefined;
    members.push({ key, keyFrom, keyTo, value });
    kind = advance(scanner);
    if (kind === '}') break;
    if (kind !== ',') return undefined;
    kind = advance(scanner);
    if (kind === '}') return undefined; // a comma promises another member
  }
  return kind === '}' ? { kind: 'object', from, to: scanner.end, members } : undefined;
}

function readList(scanner: JsonTokenizer, depth: number): JsonListNode | undefined {
  const from = scanner.start;
  const items: JsonNode[] = [];
  if (advance(scanner) !== ']') {
    for (;;) {
      const item = readValue(scanner, depth);
      if (!item) return undefined;
      items.push(item);
      const kind = advance(scanner);
      if (kind === ']') break;
      if (kind !== ',') return undefined;
      advance(scanner);
    }
  }
  return { kind: 'list', from, to: scanner.end, items };
}
