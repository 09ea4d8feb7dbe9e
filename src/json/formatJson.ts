// Formats JSON: only the white space between tokens changes.
import { JsonTokenizer } from './tokenizer.ts';
import { firstJsonError } from './checkJsonObject.ts';

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
