// One person's raw JSON as CSV cells, without parsing it into objects: numbers keep their digits, and text that needs
// no quotes is copied as it stands. Nested values are flattened with dots as the service does (its CSV: True, False,
// null as empty, `created_at` with a space).
import type { Cells } from './cells.ts';
import type { Child, CsvColumns, Place } from './columns.ts';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const colon = 0x3a;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;
const space = 0x20;
const dot = 0x2e;
const zero = 0x30;
const letterT = 0x54;
const letterZ = 0x5a;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** What a letter after a backslash stands for; 0 where that takes more than a look. */
const escapes = new Uint8Array(256);
for (const [letter, meant] of Object.entries({ '"': '"', '\\': '\\', '/': '/', n: '\n', r: '\r', t: '\t' })) {
  escapes[letter.charCodeAt(0)] = meant.charCodeAt(0);
}

/** What lies deeper goes into one cell as JSON. */
const deepest = 200;

const trueCell = Buffer.from('True');
const falseCell = Buffer.from('False');
const utc = Buffer.from('+00:00');

/**
 * Puts each cell of the person whose JSON begins at `start` into `cells`, in CSV, quotes included. Returns the index after
 * the person; -1 where `bytes` end first, so that the cells are no good.
 */
export function flattenPersonAt(bytes: Uint8Array, start: number, columns: CsvColumns, cells: Cells): number {
  cells.clear(bytes);
  return new Walk(bytes, columns, cells).value(columns.root, start, 0);
}

/** The same for a person whose bytes are known to be whole. */
export function flattenPerson(person: Uint8Array, columns: CsvColumns, cells: Cells): void {
  flattenPersonAt(person, 0, columns, cells);
}

class Walk {
  readonly #bytes: Uint8Array;
  readonly #columns: CsvColumns;
  readonly #cells: Cells;

  constructor(bytes: Uint8Array, columns: CsvColumns, cells: Cells) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#cells = cells;
  }

  /** Each of these starts at `at` and returns the index after what it read; -1 where the bytes end first. */
  value(place: Place, at: number, depth: number): number {
    const bytes = this.#bytes;
    const start = (bytes[at] ?? 0) > space ? at : skipSpace(bytes, at);
    if (start >= bytes.length) return -1;
    const first = bytes[start];
    if (first === quote) return this.#text(place, start);
    if (first === openBrace || first === openBracket) {
      if (depth >= deepest) return this.#tooDeep(place, start);
      return first === openBrace ? this.#object(place, start, depth) : this.#list(place, start, depth);
    }
    return this.#word(place, start);
  }

  #object(place: Place, open: number, depth: number): number {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, open + 1);
    let before: Child | undefined;
    while (bytes[at] === quote) {
      // Most persons have their keys in one order, and some lack one: then nothing has to be looked up.
      let child = before === undefined ? place.first : before.next;
      let end = child === undefined ? 0 : endOfSame(child.key, bytes, at);
      if (child !== undefined && end === 0) {
        child = child.next;
        end = child === undefined ? 0 : endOfSame(child.key, bytes, at);
      }
      if (child === undefined || end === 0) {
        end = endOfText(bytes, at);
        if (end === 0) return -1;
        child = this.#columns.childOf(place, bytes.subarray(at + 1, end - 1));
        if (before === undefined) place.first = child;
        else before.next = child;
      }
      before = child;
      at = (bytes[end] === colon ? end : skipSpace(bytes, end)) + 1;
      at = this.value(child.place, at, depth + 1);
      if (at < 0) return -1;
      if (bytes[at] !== comma) at = skipSpace(bytes, at);
      if (bytes[at] !== comma) break;
      at++;
      if (bytes[at] !== quote) at = skipSpace(bytes, at);
    }
    return bytes[at] === closeBrace ? at + 1 : -1;
  }

  #list(place: Place, open: number, depth: number): number {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, open + 1);
    for (let index = 0; at < bytes.length && bytes[at] !== closeBracket; index++) {
      const child = this.#columns.itemOf(place, index);
      at = this.value(child.place, at, depth + 1);
      if (at < 0) return -1;
      at = skipSpace(bytes, at);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
    }
    return at < bytes.length ? at + 1 : -1;
  }

  #text(place: Place, start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let hasComma = false;
    let at = start + 1;
    for (; at < length; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > comma && byte !== backslash) continue; // nearly all
      if (byte === quote) break;
      if (byte === backslash) return this.#escapedText(place, start);
      if (byte === comma) hasComma = true;
    }
    if (at >= length) return -1;
    if (place.isTime) this.#time(place, start + 1, at);
    // The quotes around a JSON string are the ones that CSV wants.
    else if (hasComma) this.#put(place, start, at + 1);
    else this.#put(place, start + 1, at);
    return at + 1;
  }

  /** `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`; a fraction stays where there is one. */
  #time(place: Place, start: number, end: number): void {
    const bytes = this.#bytes;
    const isUsual = bytes[start + 10] === letterT && bytes[end - 1] === letterZ && end - start >= 20;
    if (!isUsual) {
      this.#emitText(place, decode(bytes.subarray(start, end)));
      return;
    }
    let kept = end - 1;
    while (bytes[kept - 1] === zero) kept--;
    const isWhole = bytes[kept - 1] === dot;
    const { made } = this.#cells;
    const begin = made.length;
    made.copy(bytes, start, isWhole ? kept - 1 : end - 1);
    made.buffer[begin + 10] = space;
    made.copy(utc, 0, utc.length);
    this.#putMade(place, begin, made.length);
  }

  /** Escapes of one letter are undone in passing; what needs more than that goes through the parser. */
  #escapedText(place: Place, start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    const { made } = this.#cells;
    const begin = made.length;
    const out = made.room(2 * (length - start) + 2);
    let used = begin;
    out[used++] = quote;
    let needsQuotes = false;
    let at = start + 1;
    for (let byte = bytes[at] ?? 0; byte !== quote && at < length; byte = bytes[++at] ?? 0) {
      if (byte === backslash) {
        byte = escapes[bytes[++at] ?? 0] ?? 0;
        if (byte === 0 || place.isTime) return this.#parsedText(place, start);
        if (byte === quote) out[used++] = quote;
        if (byte === quote || byte === lineFeed || byte === carriageReturn) needsQuotes = true;
      } else if (byte === comma) needsQuotes = true;
      out[used++] = byte;
    }
    if (at >= length) return -1;
    out[used++] = quote;
    made.length = used;
    if (needsQuotes) this.#putMade(place, begin, used);
    else this.#putMade(place, begin + 1, used - 1);
    return at + 1;
  }

  #parsedText(place: Place, start: number): number {
    const end = endOfText(this.#bytes, start);
    if (end === 0) return -1;
    const raw = decode(this.#bytes.subarray(start, end));
    let text = raw;
    try {
      text = String(JSON.parse(raw));
    } catch {
      // A broken escape is shown as it stands.
    }
    this.#emitText(place, text);
    return end;
  }

  #tooDeep(place: Place, start: number): number {
    const end = endOfNested(this.#bytes, start);
    if (end === 0) return -1;
    this.#emitText(place, decode(this.#bytes.subarray(start, end)));
    return end;
  }

  #word(place: Place, start: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let end = start;
    while (end < length && isOfWord(bytes[end] ?? 0)) end++;
    if (end >= length || end === start) return -1;
    const first = bytes[start];
    if (first === 0x74) this.#make(place, trueCell);
    else if (first === 0x66) this.#make(place, falseCell);
    else if (first === 0x6e) this.#put(place, 0, 0);
    else this.#put(place, start, end);
    return end;
  }

  #emitText(place: Place, text: string): void {
    const shown = place.isTime ? text.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00') : text;
    this.#make(place, Buffer.from(/[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown));
  }

  #make(place: Place, cell: Uint8Array): void {
    const { made } = this.#cells;
    const begin = made.length;
    made.copy(cell, 0, cell.length);
    this.#putMade(place, begin, made.length);
  }

  #put(place: Place, start: number, end: number): void {
    this.#cells.put(place.column ?? this.#columns.columnOf(place), start, end);
  }

  #putMade(place: Place, start: number, end: number): void {
    this.#cells.putMade(place.column ?? this.#columns.columnOf(place), start, end);
  }
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function skipSpace(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  let at = from;
  while (at < length && (bytes[at] ?? 0) <= space) at++;
  return at;
}

/** Letters, digits, and what else numbers are written with. */
function isOfWord(byte: number): boolean {
  return byte > space && byte !== comma && byte !== closeBrace && byte !== closeBracket;
}

/** The index after the closing quote where the text that starts at `start` is `key`, else 0. */
function endOfSame(key: Uint8Array, bytes: Uint8Array, start: number): number {
  const { length } = key;
  const end = start + length + 1;
  if (end >= bytes.length || bytes[end] !== quote) return 0;
  for (let index = 0; index < length; index++) if (key[index] !== bytes[start + 1 + index]) return 0;
  return end + 1;
}

/** The index after the closing quote; 0 where there is none. */
function endOfText(bytes: Uint8Array, start: number): number {
  const { length } = bytes;
  let at = start + 1;
  while (at < length) {
    const byte = bytes[at++] ?? 0;
    if (byte === quote) return at;
    if (byte === backslash) at++;
  }
  return 0;
}

/** The index after the closing bracket; 0 where there is none. */
function endOfNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfText(bytes, at);
      if (end === 0) return 0;
      at = end - 1;
    }
    if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at + 1;
  }
  return 0;
}
