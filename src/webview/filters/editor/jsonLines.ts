// JSON read line by line. No token of JSON spans lines, so a line can be read without what is above it, and a document
// of any size costs what is on the screen.
import type { Text } from '@codemirror/state';
import { JsonTokenizer } from '#json/tokenizer.ts';

export type TokenStyle = 'key' | 'string' | 'number' | 'literal' | 'bracket' | 'mark' | 'invalid';

export interface LineToken {
  readonly style: TokenStyle;
  /** Offset from the line's start. */
  readonly from: number;
  readonly to: number;
}

/** Lines longer than this are shown without colours and cannot be folded. */
export const maxLineLength = 20_000;

export function tokensOf(line: string): LineToken[] {
  if (line.length > maxLineLength) return [];
  const scanner = new JsonTokenizer(line);
  const tokens: LineToken[] = [];
  for (let kind = scanner.next(); kind !== 'end'; kind = scanner.next()) {
    const { start: from, end: to } = scanner;
    const last = tokens.at(-1);
    if (kind === ':' && last?.style === 'string') tokens[tokens.length - 1] = { ...last, style: 'key' };
    tokens.push({ style: styleOf(kind), from, to });
  }
  return tokens;
}

function styleOf(kind: JsonTokenizer['kind']): TokenStyle {
  switch (kind) {
    case '{':
    case '}':
    case '[':
    case ']':
      return 'bracket';
    case ',':
    case ':':
      return 'mark';
    case 'unknown':
    case 'comment':
    case 'end':
      return 'invalid';
    case 'string':
    case 'number':
    case 'literal':
      return kind;
  }
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Bracket {
  readonly character: string;
  /** Offset in the document. */
  readonly at: number;
}

/** The bracket at an offset of the document; undefined inside a string and where there is none. */
export function bracketAt(doc: Text, at: number): Bracket | undefined {
  if (at < 0 || at >= doc.length) return undefined;
  const line = doc.lineAt(at);
  const character = line.text[at - line.from];
  if (character === undefined || !'{}[]'.includes(character)) return undefined;
  return bracketsOf(line.text, line.from).find((bracket) => bracket.at === at);
}

/**
 * The bracket that belongs to another one, looked for in at most `maxLines` lines. Undefined where there is none, or
 * where one of another kind is in its place.
 */
export function matchingBracket(doc: Text, bracket: Bracket, maxLines = Infinity): Bracket | undefined {
  const isOpening = isOpener(bracket);
  const step = isOpening ? 1 : -1;
  const first = doc.lineAt(bracket.at).number;
  let depth = 0;
  for (
    let number = first, left = maxLines;
    number >= 1 && number <= doc.lines && left > 0;
    number += step, left--
  ) {
    const line = doc.line(number);
    const brackets = bracketsOf(line.text, line.from);
    for (const found of isOpening ? brackets : brackets.toReversed()) {
      if ((found.at - bracket.at) * step < 0) continue;
      depth += isOpener(found) === isOpening ? 1 : -1;
      if (depth === 0) return partner(bracket.character) === found.character ? found : undefined;
    }
  }
  return undefined;
}

/** The last bracket that a line opens and does not close again. */
export function openBracketOf(line: string, lineFrom: number): Bracket | undefined {
  if (!line.includes('{') && !line.includes('[')) return undefined; // most lines, and each is asked about
  const open: Bracket[] = [];
  for (const bracket of bracketsOf(line, lineFrom)) {
    if (isOpener(bracket)) open.push(bracket);
    else open.pop();
  }
  return open.at(-1);
}

/** What a line could fold: the inside of the last object or list that it opens and another line closes. */
export function foldableInLine(
  doc: Text,
  line: { readonly from: number; readonly text: string },
): Span | undefined {
  const bracket = openBracketOf(line.text, line.from);
  const end = bracket && matchingBracket(doc, bracket);
  return bracket && end ? { from: bracket.at + 1, to: end.at } : undefined;
}

function bracketsOf(line: string, lineFrom: number): Bracket[] {
  return tokensOf(line)
    .filter(({ style }) => style === 'bracket')
    .map(({ from }) => ({ character: line.charAt(from), at: lineFrom + from }));
}

function isOpener({ character }: Bracket): boolean {
  return character === '{' || character === '[';
}

function partner(character: string): string {
  return '}{]['.charAt('{}[]'.indexOf(character));
}
