// Finds the value of an object's member at the cursor, also in unfinished text: the value itself, or one in its list.
import { JsonTokenizer, type JsonTokenKind } from './tokenizer.ts';

export interface ValueAtCursor {
  /** The key that the value belongs to. */
  readonly key: string;
  /** The range of the value, or of that in its list; empty if there is none yet. */
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
    const isOpened = kind === '[' && start < offset; // the place is in the list
    const isReached = !isOpened && (end >= offset || kind === 'end');
    if (!found && isReached && frame?.isValueNext && frame.key !== undefined) {
      const isOpen = kind === '{' || kind === '[';
      const isHere = isValue(kind) && start <= offset;
      if (!isHere && (start < offset || (isOpen && start === offset))) return undefined;
      found = { frame, key: frame.key, from: isHere ? start : offset, to: isHere ? end : offset };
    }
    if (kind === 'end' || (!found && start > offset)) break;
    if (kind === '{' || kind === '[') stack.push(newFrame(kind, frame));
    else if (kind === '}' || kind === ']') {
      if (stack.pop()?.texts === found?.frame.texts && kind === '}') break;
      applyToken(stack.at(-1), kind, '');
    } else applyToken(frame, kind, text.slice(start, end));
  }
  return found && { key: found.key, from: found.from, to: found.to, texts: found.frame.texts };
}

/** A list is part of the member whose value it is, and knows the others of its object. */
function newFrame(kind: '{' | '[', owner: Frame | undefined): Frame {
  const isList = kind === '[' && owner?.isObject === true && owner.isValueNext;
  return isList
    ? { isObject: false, key: owner.key, isValueNext: true, texts: owner.texts }
    : { isObject: kind === '{', key: undefined, isValueNext: false, texts: new Map() };
}

function applyToken(frame: Frame | undefined, kind: JsonTokenKind, raw: string): void {
  if (frame && !frame.isObject) frame.isValueNext = kind === ',' && frame.key !== undefined;
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
