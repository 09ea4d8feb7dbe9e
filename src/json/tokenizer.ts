// Tokens of strict JSON (RFC 8259) and their faults, without recursion or a copy of the text.

export type JsonTokenKind =
  | '{'
  | '}'
  | '['
  | ']'
  | ','
  | ':'
  | 'string'
  | 'number'
  /** `true`, `false` and `null`. */
  | 'literal'
  /** No JSON token; always with a fault. */
  | 'unknown'
  | 'comment'
  | 'end';

/** A problem inside one token. */
export type JsonTokenFault =
  | 'unclosedString'
  | 'controlCharacter'
  | 'badEscape'
  | 'loneSurrogate'
  | 'badNumber'
  | 'badWord'
  | 'singleQuotes'
  | 'badSpace'
  | 'badCharacter'
  | 'comment';

const quote = 0x22;
const backslash = 0x5c;

/** The fields describe the token that `next` found last. Offsets are in UTF-16 code units. */
export class JsonTokenizer {
  readonly text: string;
  kind: JsonTokenKind = 'end';
  start = 0;
  /** Exclusive. */
  end = 0;
  fault: JsonTokenFault | undefined;
  /** The range of the fault inside the token. */
  faultStart = 0;
  faultEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): JsonTokenKind {
    const start = skipSpace(this.text, this.end);
    this.start = start;
    this.fault = undefined;
    if (start >= this.text.length) return this.#take('end', start);
    const character = this.text.charAt(start);
    switch (character) {
      case '{':
      case '}':
      case '[':
      case ']':
      case ',':
      case ':':
        return this.#take(character, start + 1);
      case '"':
        return this.#string();
      case '/':
        return this.#comment();
      case "'":
        return this.#faulty('unknown', endOfQuoted(this.text, start, "'"), 'singleQuotes');
      default:
        return this.#word();
    }
  }

  #take(kind: JsonTokenKind, end: number): JsonTokenKind {
    this.kind = kind;
    this.end = end;
    return kind;
  }

  #faulty(kind: JsonTokenKind, end: number, fault: JsonTokenFault): JsonTokenKind {
    this.#setFault(fault, this.start, end);
    return this.#take(kind, end);
  }

  /** Keeps the first fault of a token; any other fault replaces a lone surrogate, which is only a warning. */
  #setFault(fault: JsonTokenFault, start: number, end: number): void {
    if (this.fault !== undefined && this.fault !== 'loneSurrogate') return;
    if (this.fault === fault) return;
    this.fault = fault;
    this.faultStart = start;
    this.faultEnd = end;
  }

  #string(): JsonTokenKind {
    const { text } = this;
    let at = this.start + 1;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code === quote) return this.#take('string', at + 1);
      if (code === backslash) {
        const end = endOfEscape(text, at);
        if (end === undefined) this.#setFault('badEscape', at, Math.min(at + 2, text.length));
        at = end ?? at + 1;
      } else if (code >= 0x20) {
        if (code >= 0xd800 && code <= 0xdfff) at = this.#surrogate(at, code);
        else at++;
      } else if (code === 0x0a || code === 0x0d) {
        break;
      } else {
        this.#setFault('controlCharacter', at, at + 1);
        at++;
      }
    }
    this.fault = undefined; // a missing quote causes whatever else is wrong in the string
    return this.#faulty('string', Math.min(at, text.length), 'unclosedString');
  }

  #surrogate(at: number, code: number): number {
    const after = this.text.charCodeAt(at + 1);
    if (code < 0xdc00 && after >= 0xdc00 && after <= 0xdfff) return at + 2;
    this.#setFault('loneSurrogate', at, at + 1);
    return at + 1;
  }

  #comment(): JsonTokenKind {
    const { text, start } = this;
    const second = text.charAt(start + 1);
    if (second === '/') {
      lineEnd.lastIndex = start;
      return this.#faulty('comment', lineEnd.exec(text)?.index ?? text.length, 'comment');
    }
    if (second === '*') {
      const close = text.indexOf('*/', start + 2);
      return this.#faulty('comment', close < 0 ? text.length : close + 2, 'comment');
    }
    return this.#faulty('unknown', start + 1, 'badCharacter');
  }

  #word(): JsonTokenKind {
    const { text, start } = this;
    const code = text.charCodeAt(start);
    if ((code >= 0x30 && code <= 0x39) || '-+.'.includes(text.charAt(start))) return this.#number();
    const literal = code === 0x74 ? 'true' : code === 0x66 ? 'false' : 'null';
    const literalEnd = start + literal.length;
    if (text.startsWith(literal, start) && isBorder(text, literalEnd))
      return this.#take('literal', literalEnd);
    word.lastIndex = start;
    const found = word.exec(text)?.[0] ?? '';
    if (found === 'true' || found === 'false' || found === 'null') {
      return this.#take('literal', start + found.length);
    }
    if (found !== '') return this.#faulty('unknown', start + found.length, 'badWord');
    oddSpace.lastIndex = start;
    const space = oddSpace.exec(text)?.[0] ?? '';
    if (space !== '') return this.#faulty('unknown', start + space.length, 'badSpace');
    return this.#faulty('unknown', start + (code >= 0xd800 && code <= 0xdbff ? 2 : 1), 'badCharacter');
  }

  #number(): JsonTokenKind {
    number.lastIndex = this.start;
    const valid = number.exec(this.text)?.[0].length ?? 0;
    if (valid > 0 && isBorder(this.text, this.start + valid)) return this.#take('number', this.start + valid);
    numberLike.lastIndex = this.start;
    const whole = numberLike.exec(this.text)?.[0].length ?? valid;
    if (whole === valid) return this.#take('number', this.start + valid);
    return this.#faulty('number', this.start + whole, 'badNumber');
  }
}

const lineEnd = /[\n\r]/g;
const word = /[\p{L}\p{N}_$]+/uy;
const oddSpace = /[\s\uFEFF\u200B]+/uy;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
/** Whatever a person may have meant as one number. */
const numberLike = /[-+.\p{L}\p{N}_]+/uy;

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at); // NaN after the end would make the whole loop slow
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break;
    at++;
  }
  return at;
}

/** Whether one of the usual characters follows a value; it saves the slower check of the whole word. */
function isBorder(text: string, at: number): boolean {
  if (at >= text.length) return true;
  const code = text.charCodeAt(at);
  return code === 0x2c || code === 0x0a || code === 0x5d || code === 0x7d || code === 0x20 || code === 0x0d;
}

/** Undefined if the backslash does not start a valid escape. */
function endOfEscape(text: string, at: number): number | undefined {
  const letter = text.charAt(at + 1);
  if (letter !== '' && '"\\/bfnrt'.includes(letter)) return at + 2;
  return letter === 'u' && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6)) ? at + 6 : undefined;
}

/** The end of a single-quoted text: after its closing quote, else at the end of the line. */
function endOfQuoted(text: string, start: number, mark: string): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') {
    if (text[at] === mark) return at + 1;
    at += text[at] === '\\' ? 2 : 1;
  }
  return Math.min(at, text.length);
}

/** Levels of objects and lists; recursive code relies on it. */
export const maxDepth = 256;
