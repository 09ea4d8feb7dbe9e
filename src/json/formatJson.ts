// The layout of JSON: formats it by the white space between its tokens alone, and finds the style of a text, so that an
// inserted value looks like its surroundings.
import { JsonTokenizer } from './tokenizer.ts';
import { firstJsonError } from './checkJsonObject.ts';
import type { JsonContainerNode, JsonNode } from './jsonTree.ts';

/** Replaces `length` code units at `offset`, counted in the text before all edits. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface FormatOptions {
  /** One level of indentation; default: two spaces. */
  readonly indent?: string;
  /** Default `\n`. */
  readonly eol?: '\n' | '\r\n';
}

/**
 * The edits that format a JSON object with one item a line; they are in order and do not overlap. Undefined if the
 * text is not a JSON object, as white space may be part of the problem, and where it would grow too long.
 */
export function formatEdits(text: string, options: FormatOptions = {}): readonly TextEdit[] | undefined {
  if (firstJsonError(text)) return undefined;
  return layOutTokens(text, options);
}

/** Whether a JSON object is left as it is because indentation would make it too long: 200 kB can become 50 MB. */
export function isTooLongToFormat(text: string, options: FormatOptions = {}): boolean {
  if (text.length < minGrowingLength || firstJsonError(text)) return false;
  return layOutTokens(text, options) === undefined;
}

/** UTF-16 units; a text of this length, or of `maxGrowth` times its own, is formatted. */
const alwaysFormatted = 8_000_000;
const maxGrowth = 4;
/** A token at the deepest level gets a line break and its indentation. */
const minGrowingLength = 10_000;

/** Undefined if the text would grow too long. */
function layOutTokens(text: string, options: FormatOptions): readonly TextEdit[] | undefined {
  const newLine = newLines(options);
  let left = Math.max(alwaysFormatted, text.length * maxGrowth) - text.length;
  const scanner = new JsonTokenizer(text);
  const edits: TextEdit[] = [];
  let depth = 0;
  let before = '';
  let at = 0;
  do {
    const kind = scanner.next();
    const isClose = kind === '}' || kind === ']';
    if (isClose) depth--;
    let space = '';
    if (kind === 'end') {
      // A final line break stays.
      if (text.indexOf('\n', at) >= 0) space = newLine(0);
    } else if (before !== '') {
      if (before === '{' || before === '[') space = isClose ? '' : newLine(depth);
      else if (before === ',' || isClose) space = newLine(depth);
      else if (before === ':') space = ' ';
    }
    left -= space.length - (scanner.start - at);
    if (left < 0) return undefined;
    addEdit(edits, text, at, scanner.start, space);
    if (kind === '{' || kind === '[') depth++;
    before = kind;
    at = scanner.end;
  } while (before !== 'end');
  return edits;
}

/** Returns the text unchanged if it is not a JSON object or would grow too long. */
export function formatJson(text: string, options?: FormatOptions): string {
  return applyEdits(text, formatEdits(text, options) ?? []);
}

/** The edits must be in order and not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const edit of edits) {
    pieces.push(text.slice(at, edit.offset), edit.text);
    at = edit.offset + edit.length;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Line breaks with their indentation, one string for each depth. */
function newLines({ indent = '  ', eol = '\n' }: FormatOptions): (depth: number) => string {
  const known: string[] = [];
  return (depth) => (known[depth] ??= eol + indent.repeat(depth));
}

/** Replaces text[start, end) with `space`, except for a common prefix and suffix. */
function addEdit(edits: TextEdit[], text: string, start: number, end: number, space: string): void {
  let from = start;
  let to = end;
  let first = 0;
  let last = space.length;
  while (from < to && first < last && text[from] === space[first]) {
    from++;
    first++;
  }
  while (from < to && first < last && text[to - 1] === space[last - 1]) {
    to--;
    last--;
  }
  if (from < to || first < last)
    edits.push({ offset: from, length: to - from, text: space.slice(first, last) });
}

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
