// JSON text as a tree of ranges: a node has the place of its value in the text and no parsed value. Recursion is limited
// to `maxDepth` levels.
import { JsonTokenizer, maxDepth } from './tokenizer.ts';

/** Offsets are in UTF-16 code units of the text; `to` is exclusive. */
export type JsonNode = JsonObjectNode | JsonListNode | JsonScalarNode;

export interface JsonObjectNode {
  readonly kind: 'object';
  readonly from: number;
  readonly to: number;
  /** In the order of the text, including duplicate keys. */
  readonly members: readonly JsonMemberNode[];
}

export interface JsonListNode {
  readonly kind: 'list';
  readonly from: number;
  readonly to: number;
  readonly items: readonly JsonNode[];
}

interface JsonScalarNode {
  /** `literal` is `true`, `false` or `null`. */
  readonly kind: 'string' | 'number' | 'literal';
  readonly from: number;
  readonly to: number;
}

export interface JsonMemberNode {
  /** The key with its escapes decoded. */
  readonly key: string;
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly value: JsonNode;
}

export type JsonContainerNode = JsonObjectNode | JsonListNode;

/** Keys of objects and indexes of lists, from the root. */
export type JsonPath = readonly (string | number)[];

/** Undefined if the text is not a JSON value or is nested deeper than `maxDepth`. */
export function parseJsonTree(text: string): JsonNode | undefined {
  const scanner = new JsonTokenizer(text);
  advance(scanner);
  const root = readValue(scanner, 0);
  return root && advance(scanner) === 'end' ? root : undefined;
}

/** The node at `path`; for a duplicate key the last member, as with JSON.parse. */
export function nodeAt(root: JsonNode, path: JsonPath): JsonNode | undefined {
  let node: JsonNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'object') node = typeof step === 'string' ? memberOf(node, step)?.value : undefined;
    else if (node?.kind === 'list') node = typeof step === 'number' ? node.items[step] : undefined;
    else return undefined;
  }
  return node;
}

/** The last member with the key. */
export function memberOf(node: JsonObjectNode, key: string): JsonMemberNode | undefined {
  return node.members.findLast((member) => member.key === key);
}

/** Moves the node and all in it along the text. */
export function moveNode(node: JsonNode, by: number): void {
  if (by === 0) return;
  move(node, by);
  if (node.kind === 'list') for (const item of node.items) moveNode(item, by);
  if (node.kind !== 'object') return;
  for (const member of node.members) {
    moveKey(member, by);
    moveNode(member.value, by);
  }
}

function move(place: { from: number; to: number }, by: number): void {
  place.from += by;
  place.to += by;
}

function moveKey(place: { keyFrom: number; keyTo: number }, by: number): void {
  place.keyFrom += by;
  place.keyTo += by;
}

/** The value of a string, without escapes. */
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

/** `from` and `to`: the offsets of the quotes. */
function decodeString(text: string, from: number, to: number): string {
  const inner = text.slice(from + 1, to - 1);
  return inner.includes('\\') ? String(JSON.parse(text.slice(from, to))) : inner;
}

/** The next token's kind; `unknown` also for an invalid string or number. */
function advance(scanner: JsonTokenizer): JsonTokenizer['kind'] {
  const kind = scanner.next();
  // A lone surrogate is valid JSON.
  return scanner.fault === undefined || scanner.fault === 'loneSurrogate' ? kind : 'unknown';
}

/** Reads the value that starts at the current token; stops at its last token. */
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
    if (kind === '}') return undefined; // trailing comma
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

/**
 * The exact text of a member's value; for a duplicate key the last one, as with JSON.parse. Undefined if there is no
 * such member or the text is not an object. `text` must be valid JSON.
 */
export function sliceMember(text: string, name: string): string | undefined {
  const scanner = new JsonTokenizer(text);
  if (scanner.next() !== '{') return undefined;
  let found: string | undefined;
  while (scanner.next() === 'string') {
    const raw = text.slice(scanner.start, scanner.end);
    if (scanner.next() !== ':') return undefined;
    const value = readValueText(scanner);
    if (value === undefined) return undefined;
    if (isNamed(raw, name)) found = value;
    if (scanner.next() !== ',') break;
  }
  return scanner.kind === '}' ? found : undefined;
}

/** The text of the next value. Undefined if the text ends inside it. */
function readValueText(scanner: JsonTokenizer): string | undefined {
  let depth = 0;
  let start: number | undefined;
  do {
    const kind = scanner.next();
    start ??= scanner.start;
    if (kind === 'end') return undefined;
    if (kind === '{' || kind === '[') depth++;
    else if (kind === '}' || kind === ']') depth--;
  } while (depth > 0);
  return scanner.text.slice(start, scanner.end);
}

function isNamed(raw: string, name: string): boolean {
  if (!raw.includes('\\')) return raw.slice(1, -1) === name;
  try {
    return JSON.parse(raw) === name;
  } catch {
    return false; // an invalid escape
  }
}
