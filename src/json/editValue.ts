// Changes of single values as text edits; every other character stays. Each function returns undefined if the text is
// no JSON, the path does not exist, or the result would be nested too deeply.
import {
  ownText,
  renderValue,
  rewriteEntries,
  sortEdits,
  type EntryPlan,
  type NewEntry,
} from './rewriteEntries.ts';
import {
  type FormatOptions,
  type TextEdit,
  describeLayout,
  entryCount,
  lineIndent,
  jsonPlaceAt,
  type JsonDocument,
} from './formatJson.ts';
import { maxDepth } from './tokenizer.ts';
import {
  memberOf,
  nodeAt,
  parseJsonTree,
  type JsonContainerNode,
  type JsonNode,
  type JsonPath,
} from './jsonTree.ts';

/** Undefined if the change is not possible. Edits are in order and do not overlap. */
export type JsonEdits = readonly TextEdit[] | undefined;

export interface ValueEditOptions extends FormatOptions {
  /** Keeps the value's own line breaks; otherwise it gets the layout of its surroundings. */
  readonly keepsLines?: boolean;
}

/** Replaces a value, or the root. */
export function setValue(
  text: string,
  path: JsonPath,
  valueText: string,
  options?: ValueEditOptions,
): JsonEdits {
  const document = read(text, options);
  const node = document && nodeAt(document.root, path);
  const entry = newEntry(valueText, path.length, options);
  if (!document || !node || !entry) return undefined;
  const place = jsonPlaceAt(document, node, containerAt(document.root, path.slice(0, -1), path.length > 0));
  const rendered = renderValue(entry, entry.indent === undefined ? place : ownLine(document, node, place));
  if (rendered === text.slice(node.from, node.to)) return [];
  return [{ offset: node.from, length: node.to - node.from, text: rendered }];
}

/** Replaces a member's value, or adds the member at the end. */
export function setMember(
  text: string,
  objectPath: JsonPath,
  key: string,
  valueText: string,
  options?: ValueEditOptions,
): JsonEdits {
  const document = read(text, options);
  const node = document && nodeAt(document.root, objectPath);
  if (!document || node?.kind !== 'object') return undefined;
  if (memberOf(node, key)) return setValue(text, [...objectPath, key], valueText, options);
  const entry = newEntry(valueText, objectPath.length + 1, options);
  if (!entry) return undefined;
  const plan = [...node.members.keys(), { ...entry, rawKey: JSON.stringify(key) }];
  return rewrite(document, objectPath, node, plan);
}

/** Inserts an item before the one at the index; the list's length appends. */
export function insertItem(
  text: string,
  listPath: JsonPath,
  index: number,
  valueText: string,
  options?: ValueEditOptions,
): JsonEdits {
  const document = read(text, options);
  const list = document && nodeAt(document.root, listPath);
  const entry = newEntry(valueText, listPath.length + 1, options);
  if (!document || list?.kind !== 'list' || !entry || !isIndex(index, list.items.length)) return undefined;
  return rewrite(document, listPath, list, put([...list.items.keys()], index, entry));
}

/** Removes an item or a member; of duplicate keys only the last one. Undefined for the root. */
export function removeAt(text: string, path: JsonPath): JsonEdits {
  const document = read(text);
  const found = document && parentOf(document.root, path);
  if (!document || !found) return undefined;
  const plan = [...Array(entryCount(found.parent)).keys()].toSpliced(found.index, 1);
  return rewrite(document, path.slice(0, -1), found.parent, plan);
}

/**
 * Moves an item within its list or to another one. `toListPath`: the list's path before the move; `index`: the item's
 * index after it. Undefined for a list inside the item.
 */
export function moveItem(
  text: string,
  fromPath: JsonPath,
  toListPath: JsonPath,
  index: number,
  options?: FormatOptions,
): JsonEdits {
  const document = read(text, options);
  const found = document && parentOf(document.root, fromPath);
  const target = document && nodeAt(document.root, toListPath);
  if (!document || found?.parent.kind !== 'list' || target?.kind !== 'list') return undefined;
  const isInside = fromPath.every((step, at) => toListPath[at] === step);
  if (isInside || toListPath.length + 1 + depthOf(found.node) > maxDepth) return undefined;
  const entry = ownText(text, found.node, lineIndent(text, found.node.from));
  const rest = [...found.parent.items.keys()].toSpliced(found.index, 1);
  const listPath = fromPath.slice(0, -1);
  if (found.parent === target) {
    if (!isIndex(index, rest.length)) return undefined;
    if (index === found.index) return [];
    return rewrite(document, listPath, target, put(rest, index, entry));
  }
  if (!isIndex(index, target.items.length)) return undefined;
  const edits = [
    ...rewrite(document, listPath, found.parent, rest),
    ...rewrite(document, toListPath, target, put([...target.items.keys()], index, entry)),
  ];
  return sortEdits(edits);
}

/** Inserts a copy of a list's item after it. */
export function duplicateItem(text: string, path: JsonPath): JsonEdits {
  const document = read(text);
  const found = document && parentOf(document.root, path);
  if (!document || found?.parent.kind !== 'list') return undefined;
  const entry = ownText(text, found.node, lineIndent(text, found.node.from));
  const plan = put([...found.parent.items.keys()], found.index + 1, entry);
  return rewrite(document, path.slice(0, -1), found.parent, plan);
}

function read(text: string, options?: FormatOptions): JsonDocument | undefined {
  const root = parseJsonTree(text);
  return root && describeLayout(text, root, options);
}

/** Undefined if the text is not JSON or would be nested too deeply inside `depth` containers. */
function newEntry(valueText: string, depth: number, options?: ValueEditOptions): NewEntry | undefined {
  const node = parseJsonTree(valueText);
  if (!node || depth + depthOf(node) > maxDepth) return undefined;
  const text = valueText.slice(node.from, node.to);
  return options?.keepsLines ? { text, indent: lineIndent(valueText, node.from) } : { text };
}

/** Levels of objects and lists. */
function depthOf(node: JsonNode): number {
  if (node.kind !== 'object' && node.kind !== 'list') return 0;
  let deepest = 0;
  for (const child of node.kind === 'list' ? node.items : node.members)
    deepest = Math.max(deepest, depthOf('value' in child ? child.value : child));
  return deepest + 1;
}

function rewrite(
  document: JsonDocument,
  path: JsonPath,
  container: JsonContainerNode,
  plan: EntryPlan,
): readonly TextEdit[] {
  const parent = containerAt(document.root, path.slice(0, -1), path.length > 0);
  return rewriteEntries(document, container, parent, plan);
}

function parentOf(
  root: JsonNode,
  path: JsonPath,
): { readonly parent: JsonContainerNode; readonly index: number; readonly node: JsonNode } | undefined {
  const last = path.at(-1);
  const parent = containerAt(root, path.slice(0, -1), path.length > 0);
  if (!parent || last === undefined) return undefined;
  const index =
    parent.kind === 'list'
      ? typeof last === 'number'
        ? last
        : -1
      : parent.members.findLastIndex(({ key }) => key === last);
  const entry = parent.kind === 'list' ? parent.items[index] : parent.members[index]?.value;
  return entry && { parent, index, node: entry };
}

function containerAt(root: JsonNode, path: JsonPath, isWanted: boolean): JsonContainerNode | undefined {
  const node = isWanted ? nodeAt(root, path) : undefined;
  return node?.kind === 'object' || node?.kind === 'list' ? node : undefined;
}

function ownLine(document: JsonDocument, node: JsonNode, place: ReturnType<typeof jsonPlaceAt>) {
  return { ...place, newLine: document.eol + lineIndent(document.text, node.from) };
}

function put(kept: readonly number[], index: number, entry: NewEntry): EntryPlan {
  return [...kept.slice(0, index), entry, ...kept.slice(index)];
}

function isIndex(index: number, length: number): boolean {
  return Number.isInteger(index) && index >= 0 && index <= length;
}
