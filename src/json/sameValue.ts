// Whether JSON texts hold the same value: numbers by their exact decimal value, objects whatever the order of their keys.
import {
  hasDuplicateKeys,
  parseJsonTree,
  stringOf,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
} from './tree.ts';

/**
 * Whether two texts hold the same JSON value: numbers by their exact decimal value, objects whatever the order of their
 * keys, the last of several members of one name. A text that is no JSON is the same as none.
 */
export function isSameJson(a: string, b: string): boolean {
  const rootA = parseJsonTree(a);
  const rootB = parseJsonTree(b);
  if (!rootA || !rootB) return false;
  if (a === b) return true;
  const identify = createIdentity('value');
  return identify(a, rootA) === identify(b, rootB);
}

/**
 * - `value`: what JSON.parse would see, with exact numbers.
 * - `members`: the same, but an object with a key twice differs from every object that hasn't the very same members.
 */
export type JsonSameness = 'value' | 'members';

/** Gives equal numbers to the nodes, of whatever texts, that are the same; each node is looked at once. */
export function createIdentity(sameness: JsonSameness): (text: string, node: JsonNode) => number {
  const intern = createInterner();
  const internKey = createInterner();
  const known = new Map<JsonNode, number>();
  const objectSignature = (text: string, node: JsonObjectNode): string => {
    const hasDuplicates = hasDuplicateKeys(node);
    const members = hasDuplicates && sameness === 'value' ? lastMembers(node) : node.members;
    const pairs = members.map(({ key, value }) => ({ name: internKey(key), id: identify(text, value) }));
    const isOrdered = hasDuplicates && sameness === 'members';
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

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
function exactNumber(raw: string): string {
  if (/^-?[1-9]\d{0,15}$/.test(raw) && !raw.endsWith('0')) return `${raw}e0`; // nearly all of them
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberParts.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  // BigInt, because an exponent may have any number of digits.
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

const numberParts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/;
