// What a JSON text holds, token by token: nothing is lost of numbers, duplicate keys and order, so it can be compared
// exactly. Paths into texts and changes of them are drawn from plain numbers.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { formatJson } from '#json/formatJson.ts';
import {
  parseJsonTree,
  stringOf,
  type JsonContainerNode,
  type JsonNode,
  type JsonPath,
} from '#json/jsonTree.ts';
import { jsonObjectText } from '../../unit/json/jsonArbitrary.ts';
import { countOfCases } from '../../cases.ts';

export const cases = { numRuns: countOfCases(10_000) };

export type Model =
  | { readonly object: readonly (readonly [key: string, value: Model])[] }
  | { readonly list: readonly Model[] }
  | { readonly token: string };

/** Several laws look at one text, so the trees and models of the last ones are kept. */
export function treeOf(text: string): JsonNode {
  return kept(trees, text, () => {
    const root = parseJsonTree(text);
    assert.ok(root, `no JSON: ${text}`);
    return root;
  });
}
const trees = new Map<string, JsonNode>();

export function modelOf(text: string, node?: JsonNode): Model {
  return node ? modelIn(text, node) : kept(models, text, () => modelIn(text, treeOf(text)));
}
const models = new Map<string, Model>();

function kept<T>(known: Map<string, T>, text: string, make: () => T): T {
  let value = known.get(text);
  if (value === undefined) {
    value = make();
    if (known.size >= 12) known.clear();
    known.set(text, value);
  }
  return value;
}

/** As deepEqual, which takes much longer to find nothing. */
export function assertSameModel(actual: Model, expected: Model): void {
  if (!isSameModel(actual, expected)) assert.deepEqual(actual, expected);
}

function isSameModel(a: Model, b: Model): boolean {
  if (a === b) return true;
  if ('token' in a) return 'token' in b && a.token === b.token;
  if ('list' in a) return 'list' in b && isSameList(a.list, b.list, isSameModel);
  return (
    'object' in b &&
    isSameList(a.object, b.object, ([key, value], [other, its]) => key === other && isSameModel(value, its))
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[], isSame: (a: T, b: T) => boolean): boolean {
  if (a.length !== b.length) return false;
  return a.every((item, index) => {
    const other = b[index];
    return other !== undefined && isSame(item, other);
  });
}

function modelIn(text: string, node: JsonNode): Model {
  if (node.kind === 'object')
    return { object: node.members.map(({ key, value }) => [key, modelIn(text, value)]) };
  if (node.kind === 'list') return { list: node.items.map((item) => modelIn(text, item)) };
  return { token: text.slice(node.from, node.to) };
}

/** Every value with its path; a value behind a key that comes again has none, because no path leads to it. */
export function placesIn(root: JsonNode): readonly {
  readonly path: JsonPath;
  readonly node: JsonNode;
  readonly parent: JsonContainerNode | undefined;
}[] {
  const places: { path: JsonPath; node: JsonNode; parent: JsonContainerNode | undefined }[] = [];
  const visit = (node: JsonNode, path: JsonPath, parent: JsonContainerNode | undefined) => {
    places.push({ path, node, parent });
    if (node.kind === 'list') node.items.forEach((item, index) => visit(item, [...path, index], node));
    if (node.kind !== 'object') return;
    node.members.forEach(({ key, value }, index) => {
      const isLast = node.members.findLastIndex((member) => member.key === key) === index;
      if (isLast) visit(value, [...path, key], node);
    });
  };
  visit(root, [], undefined);
  return places;
}

/** The item that a drawn number stands for. */
export function pick<T>(items: readonly T[], drawn: number): T | undefined {
  return items[drawn % Math.max(1, items.length)];
}

/** Keys and values, each as it is read. */
export function tokensIn(text: string, node: JsonNode = treeOf(text)): readonly string[] {
  if (node.kind === 'object')
    return node.members.flatMap(({ key, value }) => [`key ${key}`, ...tokensIn(text, value)]);
  if (node.kind === 'list') return node.items.flatMap((item) => tokensIn(text, item));
  return [node.kind === 'string' ? `text ${stringOf(text, node)}` : text.slice(node.from, node.to)];
}

export const layouts = fc.constantFrom(
  { indent: '  ', eol: '\n' as const },
  { indent: '\t', eol: '\r\n' as const },
  { indent: '    ', eol: '\n' as const },
);

/** As it came, or laid out. */
export const anyText = fc
  .tuple(jsonObjectText, fc.option(layouts))
  .map(([text, layout]) => (layout ? formatJson(text, layout) : text));

/** A value on its own: any JSON, of any kind at its root. */
export const anyValue = fc.oneof(
  jsonObjectText,
  fc.json({ maxDepth: 2 }),
  fc.constantFrom('1.0', '12345678901234567890', '[]', '{}', '[[]]', String.raw`"\ud83d"`, ' null '),
);
