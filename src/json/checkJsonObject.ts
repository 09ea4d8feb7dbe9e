// json/ works on JSON as text, because a parsed value has lost large integers, `1.0`, duplicate keys and the order of
// keys. This file finds the problems of a text, without recursion.
import { type JsonTokenFault, JsonTokenizer, maxDepth } from './tokenizer.ts';

/** The check stops after so many errors; further warnings are omitted. */
const maxProblems = 100;

export type JsonProblemCode =
  | JsonTokenFault
  | 'empty'
  | 'notAnObject'
  | 'tooDeep'
  | 'unclosedObject'
  | 'unclosedList'
  | 'wrongClose'
  | 'expectedKey'
  | 'expectedColon'
  | 'expectedComma'
  | 'expectedValue'
  | 'extraComma'
  | 'duplicateKey'
  | 'afterEnd';

/** Offsets and lengths are in UTF-16 code units. */
export interface JsonProblem {
  readonly code: JsonProblemCode;
  /** A text with warnings can be sent. */
  readonly severity: 'error' | 'warning';
  readonly offset: number;
  readonly length: number;
  /** The text that the message names. */
  readonly subject?: string;
}

/** The problems of a text that must be one JSON object, by offset. */
export function checkJsonObject(text: string): readonly JsonProblem[] {
  return new Checker(text).run();
}

/** Undefined if the text is a JSON object. */
export function firstJsonError(text: string): JsonProblem | undefined {
  return checkJsonObject(text).find(({ severity }) => severity === 'error');
}

/** The text is not a JSON object. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(`Not a JSON object: ${problem.code} at offset ${problem.offset}.`);
    this.problem = problem;
  }
}

/**
 * A body that sets one field to a raw value: `{"filters": …}`. Throws JsonTextError if `value` is not a JSON object, as
 * it could add other fields to the body.
 */
export function memberBody(name: string, value: string): string {
  const problem = firstJsonError(value);
  if (problem) throw new JsonTextError(problem);
  return `{${JSON.stringify(name)}: ${value}}`;
}

type Expected = 'key' | 'colon' | 'value' | 'commaOrClose' | 'nothing';

interface Container {
  readonly kind: '{' | '[';
  readonly start: number;
  /** Keys so far; undefined for a list. */
  readonly keys: Set<string> | undefined;
  /** The offset of a comma that no item follows yet. */
  openComma: number | undefined;
}

/** One pass over the tokens with an explicit stack; continues after a problem. */
class Checker {
  readonly #scanner: JsonTokenizer;
  readonly #problems: JsonProblem[] = [];
  #errors = 0;
  readonly #stack: Container[] = [];
  #expected: Expected = 'value';
  #stopped = false;

  constructor(text: string) {
    this.#scanner = new JsonTokenizer(text);
  }

  run(): readonly JsonProblem[] {
    const scanner = this.#scanner;
    while (!this.#stopped && scanner.next() !== 'end') {
      const isNoise = scanner.kind === 'comment' || scanner.fault === 'badSpace';
      if (this.#expected === 'nothing' && !isNoise) this.#reportRest();
      else if (scanner.fault !== undefined) this.#reportFault(scanner.fault);
      if (!isNoise && !this.#stopped) this.#token();
    }
    if (!this.#stopped) this.#end();
    return this.#problems.toSorted((a, b) => a.offset - b.offset);
  }

  #token(): void {
    const { kind } = this.#scanner;
    if (kind === '}') this.#close('{');
    else if (kind === ']') this.#close('[');
    else if (kind === ',') this.#comma();
    else if (kind === ':') this.#colon();
    else this.#keyOrValue();
  }

  /** A string, a number, a word, or the start of an object or a list. */
  #keyOrValue(): void {
    const { kind, fault } = this.#scanner;
    if (this.#expected === 'commaOrClose') {
      if (kind === 'unknown') return; // reported already
      this.#reportToken('expectedComma');
      this.#expectNextItem();
    }
    if (this.#expected === 'colon') {
      this.#reportToken('expectedColon');
      this.#expected = 'value';
    }
    const container = this.#stack.at(-1);
    if (container) container.openComma = undefined;
    if (this.#expected === 'key') {
      const isName = kind !== '{' && kind !== '[';
      if (kind === 'string') this.#key();
      else if (fault === undefined) this.#reportToken('expectedKey');
      if (isName) {
        this.#expected = 'colon';
        return;
      }
    }
    if (this.#stack.length === 0 && kind === 'unknown') return; // the object may follow
    if (this.#stack.length === 0 && kind !== '{') this.#reportRoot();
    this.#expected = 'commaOrClose';
    if (kind === '{' || kind === '[') this.#open(kind);
    else if (this.#stack.length === 0) this.#expected = 'nothing';
  }

  #key(): void {
    const { text, start, end, fault } = this.#scanner;
    if (fault === 'unclosedString' || fault === 'badEscape' || fault === 'controlCharacter') return;
    const raw = text.slice(start, end);
    const keys = this.#stack.at(-1)?.keys;
    // Keys are compared without escapes: "a" and "\u0061" are the same.
    const key = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
    if (keys?.has(key)) this.#report('duplicateKey', start, end, raw);
    keys?.add(key);
  }

  #open(kind: '{' | '['): void {
    if (this.#stack.length >= maxDepth) {
      this.#reportToken('tooDeep');
      this.#stopped = true;
      return;
    }
    const { start } = this.#scanner;
    this.#stack.push({ kind, start, keys: kind === '{' ? new Set() : undefined, openComma: undefined });
    this.#expectNextItem();
  }

  #close(opener: '{' | '['): void {
    const depth = this.#stack.findLastIndex(({ kind }) => kind === opener);
    const container = this.#stack.at(-1);
    if (depth !== this.#stack.length - 1 || !container) {
      this.#reportToken(container ? 'wrongClose' : 'expectedValue');
      if (depth < 0) return;
    } else if (container.openComma !== undefined) {
      this.#report('extraComma', container.openComma, container.openComma + 1);
    } else if (this.#expected === 'colon') {
      this.#reportToken('expectedColon');
    } else if (this.#expected === 'value' && container.kind === '{') {
      this.#reportToken('expectedValue');
    }
    this.#stack.length = depth;
    this.#expected = depth === 0 ? 'nothing' : 'commaOrClose';
  }

  #comma(): void {
    const container = this.#stack.at(-1);
    if (!container) return this.#reportToken('expectedValue');
    const missing =
      this.#expected === 'commaOrClose' ? undefined : (`expected${title(this.#expected)}` as const);
    if (missing) this.#reportToken(missing);
    container.openComma = missing ? undefined : this.#scanner.start;
    this.#expectNextItem();
  }

  #colon(): void {
    if (this.#expected !== 'colon') this.#reportToken(`expected${title(this.#expected)}`);
    this.#expected = 'value';
  }

  #end(): void {
    const { text } = this.#scanner;
    const open = this.#stack.at(-1);
    if (!open) {
      if (this.#expected === 'value' && this.#errors === 0) this.#report('empty', 0, text.length);
      return;
    }
    this.#report(open.kind === '{' ? 'unclosedObject' : 'unclosedList', open.start, open.start + 1);
  }

  #expectNextItem(): void {
    this.#expected = this.#stack.at(-1)?.kind === '{' ? 'key' : 'value';
  }

  #reportRest(): void {
    this.#reportToken('afterEnd');
    this.#stopped = true;
  }

  #reportRoot(): void {
    if (this.#scanner.fault === undefined) this.#reportToken('notAnObject');
  }

  #reportFault(fault: JsonTokenFault): void {
    const { text, faultStart, faultEnd } = this.#scanner;
    this.#report(fault, faultStart, faultEnd, text.slice(faultStart, faultEnd));
  }

  #reportToken(code: JsonProblemCode): void {
    const { text, start, end } = this.#scanner;
    this.#report(code, start, end, text.slice(start, end));
  }

  #report(code: JsonProblemCode, start: number, end: number, subject?: string): void {
    const severity = code === 'duplicateKey' || code === 'loneSurrogate' ? 'warning' : 'error';
    if (severity === 'error' && ++this.#errors >= maxProblems) this.#stopped = true;
    if (severity === 'warning' && this.#problems.length >= maxProblems) return;
    const shown = subject === undefined ? {} : { subject: shorten(subject) };
    this.#problems.push({ code, severity, offset: start, length: Math.max(0, end - start), ...shown });
  }
}

function title(expected: Expected): 'Key' | 'Colon' | 'Comma' | 'Value' {
  if (expected === 'commaOrClose') return 'Comma';
  if (expected === 'key') return 'Key';
  return expected === 'colon' ? 'Colon' : 'Value';
}

/** Keeps the message short. */
function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
