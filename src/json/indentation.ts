// The layout of JSON text, so that an inserted value looks like its surroundings.
import type { FormatOptions } from './formatJson.ts';
import { JsonTokenizer } from './tokenizer.ts';
import type { JsonContainerNode, JsonNode } from './jsonTree.ts';

/** A text, its tree and its style. */
export interface JsonDocument {
  readonly text: string;
  readonly root: JsonNode;
  /** One level of indentation. */
  readonly unit: string;
  readonly eol: string;
  /** The text between a key and its value. */
  readonly colon: string;
}

/** The layout at the place of a value. */
export interface JsonPlace {
  /** The line break and indentation before the value; undefined for everything on one line. */
  readonly newLine: string | undefined;
  readonly unit: string;
  readonly colon: string;
  readonly comma: string;
}

export function describeLayout(text: string, root: JsonNode, options: FormatOptions = {}): JsonDocument {
  const first = root.kind === 'object' || root.kind === 'list' ? entryAt(root, 0) : undefined;
  const gap = first ? text.slice(root.from + 1, first.from) : '';
  const unit = hasBreak(gap) ? lastLine(gap).slice(lineIndent(text, root.from).length) : '';
  return {
    text,
    root,
    unit: unit || (options.indent ?? '  '),
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? options.eol ?? '\n',
    colon: firstColon(text, root) ?? ': ',
  };
}

/** The range of an entry, including its key. */
export function entryAt(
  container: JsonContainerNode,
  index: number,
): { readonly from: number; readonly to: number; readonly value: JsonNode } | undefined {
  if (container.kind === 'list') {
    const item = container.items[index];
    return item && { from: item.from, to: item.to, value: item };
  }
  const member = container.members[index];
  return member && { from: member.keyFrom, to: member.value.to, value: member.value };
}

export function entryCount(container: JsonContainerNode): number {
  return container.kind === 'list' ? container.items.length : container.members.length;
}

/** The layout of a container's entries. An empty container takes the layout of `parent`; none for the root. */
export function placeInside(
  document: JsonDocument,
  container: JsonContainerNode,
  parent: JsonContainerNode | undefined,
): JsonPlace {
  const { text, unit, eol } = document;
  const colon = (container.kind === 'object' && colonOf(text, container)) || document.colon;
  const place = { unit, colon, comma: commaOf(text, container) ?? (colon === ':' ? ',' : ', ') };
  const count = entryCount(container);
  if (count === 0) {
    const isMulti = !parent || hasBreak(text.slice(container.from, container.to)) || isOnLines(text, parent);
    return { ...place, newLine: isMulti ? eol + lineIndent(text, container.from) + unit : undefined };
  }
  const gap = [0, count - 1].map((index) => gapBefore(text, container, index)).find(hasBreak);
  return { ...place, newLine: gap === undefined ? undefined : eol + lastLine(gap) };
}

/** The layout for a value that replaces `node`. */
export function jsonPlaceAt(
  document: JsonDocument,
  node: JsonNode,
  parent: JsonContainerNode | undefined,
): JsonPlace {
  const { text, eol, unit, colon } = document;
  if ((node.kind === 'object' || node.kind === 'list') && entryCount(node) > 0) {
    const own = placeInside(document, node, parent);
    const newLine = own.newLine === undefined ? undefined : eol + lineIndent(text, node.from);
    return { ...own, newLine };
  }
  if (!parent) return { newLine: eol, unit, colon, comma: ', ' };
  return forValue(document, parent, placeInside(document, parent, undefined));
}

/** The layout inside a value: on one line where the container's other values are on one line. */
export function forValue({ text }: JsonDocument, container: JsonContainerNode, place: JsonPlace): JsonPlace {
  if (place.newLine === undefined) return place;
  for (let index = 0; index < Math.min(entryCount(container), maxSiblings); index++) {
    const value = entryAt(container, index)?.value;
    if ((value?.kind !== 'object' && value?.kind !== 'list') || entryCount(value) === 0) continue;
    return hasBreak(gapBefore(text, value, 0)) ? place : { ...place, newLine: undefined };
  }
  return place;
}

/** Values that are inspected for the layout of a container. */
const maxSiblings = 20;

/** Lays out valid JSON for its place. */
export function layOutAt(text: string, { newLine, unit, colon, comma }: JsonPlace): string {
  const scanner = new JsonTokenizer(text);
  const pieces: string[] = [];
  const breaks: string[] = [];
  const breakAt = (depth: number) => (breaks[depth] ??= (newLine ?? '') + unit.repeat(depth));
  let depth = 0;
  let before = '';
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next()) {
    if (kind === '}' || kind === ']') depth--;
    if (newLine !== undefined && beginsLine(kind, before)) pieces.push(breakAt(depth));
    else if (before === ',') pieces.push(comma.slice(1));
    if (kind === ':') pieces.push(colon);
    else pieces.push(text.slice(scanner.start, scanner.end));
    if (kind === '{' || kind === '[') depth++;
    before = kind;
  }
  return pieces.join('');
}

/** Whether a token begins a line where entries are on separate lines. `before`: the token before it. */
function beginsLine(kind: string, before: string): boolean {
  const isAfterOpening = before === '{' || before === '[';
  if (kind === '}' || kind === ']') return !isAfterOpening; // an empty container stays on its line
  return isAfterOpening || before === ','; // the first entry, and each later one
}

/** Replaces the indentation of each line. A JSON string never contains a line break. */
export function reindent(text: string, indent: string, place: JsonPlace): string {
  if (!hasBreak(text)) return text;
  if (place.newLine === undefined) return layOutAt(text, place);
  const { newLine } = place;
  return text.replaceAll(/(?:\r\n|\n|\r)([ \t]*)/g, (_, own: string) =>
    own.startsWith(indent) ? newLine + own.slice(indent.length) : newLine,
  );
}

/** The leading white space of the line at the offset; empty for a line that is too long. */
export function lineIndent(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) {
    if (offset - start > maxLine) return '';
    start--;
  }
  let end = start;
  while (end < offset && (text[end] === ' ' || text[end] === '\t')) end++;
  return text.slice(start, end);
}

/** Code units; a longer search would be slow where it is repeated for each value of the line. */
const maxLine = 2000;

/** Whether the container's entries are on separate lines. */
function isOnLines(text: string, container: JsonContainerNode): boolean {
  return [0, entryCount(container) - 1].some((index) => hasBreak(gapBefore(text, container, index)));
}

/** The white space before an entry, after the bracket or the comma. */
function gapBefore(text: string, container: JsonContainerNode, index: number): string {
  const entry = entryAt(container, index);
  if (!entry) return '';
  let start = entry.from;
  while (isSpace(text.charCodeAt(start - 1))) start--;
  return text.slice(start, entry.from);
}

function colonOf(text: string, node: JsonNode): string | undefined {
  const member = node.kind === 'object' ? node.members[0] : undefined;
  if (!member) return undefined;
  const colon = text.slice(member.keyTo, member.value.from);
  return hasBreak(colon) ? ': ' : colon;
}

/** The style of the first member. */
function firstColon(text: string, root: JsonNode): string | undefined {
  let node: JsonNode | undefined = root;
  while (node?.kind === 'list') node = node.items[0];
  return node && colonOf(text, node);
}

/** Undefined if the container has fewer than two entries on one line. */
function commaOf(text: string, container: JsonContainerNode): string | undefined {
  const [first, second] = [entryAt(container, 0), entryAt(container, 1)];
  if (!first || !second) return undefined;
  const comma = text.slice(first.to, second.from);
  return hasBreak(comma) ? undefined : `,${comma.slice(comma.indexOf(',') + 1)}`;
}

function hasBreak(text: string): boolean {
  return text.includes('\n') || text.includes('\r');
}

function lastLine(space: string): string {
  return space.slice(Math.max(space.lastIndexOf('\n'), space.lastIndexOf('\r')) + 1);
}

function isBreak(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || isBreak(code);
}
