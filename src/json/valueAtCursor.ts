// Finds the value of an object's member at the cursor, also in unfinished text.
import { JsonTokenizer, type JsonTokenKind } from './tokenizer.ts';

export interface ValueAtCursor {
  /** The key that the value belongs to. */
  readonly key: string;
  /** The range of the value; empty if there is none yet. */
  readonly from: number;
  readonly to: number;
  /** The object's string members, by key. */
  readonly texts: ReadonlyMap<string, string>;
}

interface Frame {
  readonly isObject: boolean;
  key: string | undefined;
  isValueNext: boolean;
  readonly texts: Map<string, string>;
}

/** Undefined if the offset is not at the value of a member. One pass, no recursion. */
export function valueAtCursor(text: string, offset: number): ValueAtCursor | undefined {
  const scanner = new JsonTokenizer(text);
  const stack: Frame[] = [];
  let found: { readonly frame: Frame; readonly key: string; from: number; to: number } | undefined;
  for (let kind = scanner.next(); ; kind = scanner.next()) {
    const frame = stack.at(-1);
    const { start, end } = scanner;
    if (!found && frame?.isValueNext && frame.key !== undefined && (end >= offset || kind === 'end')) {
      const isOpen = kind === '{' || kind === '[';
      const isHere = isValue(kind) && start <= offset;
      if (!isHere && (start < offset || (isOpen && start === offset))) return undefined;
      found = { frame, key: frame.key, from: isHere ? start : offset, to: isHere ? end : offset };
    }
    if (kind === 'end' || (!found && start > offset)) break;
    if (kind === '{' || kind === '[') stack.push(newFrame(kind));
    else if (kind === '}' || kind === ']') {
      if (stack.pop() === found?.frame) break;
      applyToken(stack.at(-1), kind, '');
    } else applyToken(frame, kind, text.slice(start, end));
  }
  return found && { key: found.key, from: found.from, to: found.to, texts: found.frame.texts };
}

function newFrame(kind: '{' | '['): Frame {
  return { isObject: kind === '{', key: undefined, isValueNext: false, texts: new Map() };
}

function applyToken(frame: Frame | undefined, kind: JsonTokenKind, raw: string): void {
  if (!frame?.isObject) return;
  if (kind === ':') frame.isValueNext = frame.key !== undefined;
  else if (kind === ',') [frame.key, frame.isValueNext] = [undefined, false];
  else if (frame.isValueNext) {
    if (kind === 'string' && frame.key !== undefined) frame.texts.set(frame.key, raw.slice(1, -1));
    frame.isValueNext = false;
  } else frame.key = kind === 'string' ? raw.slice(1, -1) : undefined;
}

function isValue(kind: JsonTokenKind): boolean {
  return kind === 'string' || kind === 'number' || kind === 'literal' || kind === 'unknown';
}
