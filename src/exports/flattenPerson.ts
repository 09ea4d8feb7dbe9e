// One person's raw JSON as CSV cells, without parsing it into objects: numbers keep their digits, and text that needs
// no quotes is copied as it stands. Nested values are flattened with dots as the service does (its CSV: True, False,
// null as empty, `created_at` with a space).
import type { CsvColumns, Place } from './csvColumns.ts';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBrace = 0x7b;
const openBracket = 0x5b;
const closeBrace = 0x7d;
const closeBracket = 0x5d;

/** What lies deeper goes into one cell as JSON. */
const deepest = 200;

const trueCell = Buffer.from('True');
const falseCell = Buffer.from('False');
const nothing = Buffer.alloc(0);

/** `cell[start, end)` is CSV already, quotes included; valid during the call. */
export type CellListener = (column: number, cell: Uint8Array, start: number, end: number) => void;

/** `person` is one whole JSON value, such as the page scanner gives. */
export function flattenPerson(person: Uint8Array, columns: CsvColumns, onCell: CellListener): void {
  new Walk(person, columns, onCell).value(columns.root, 0, 0);
}

class Walk {
  readonly #bytes: Uint8Array;
  readonly #columns: CsvColumns;
  readonly #onCell: CellListener;

  constructor(bytes: Uint8Array, columns: CsvColumns, onCell: CellListener) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#onCell = onCell;
  }

  /** Each of these starts at `at` and returns the index after what it read. */
  value(place: Place, at: number, depth: number): number {
    const start = skipSpace(this.#bytes, at);
    const first = this.#bytes[start];
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
    let guess = 0;
    while (bytes[at] === quote) {
      const end = endOfText(bytes, at);
      const child = this.#columns.childOf(place, bytes, at + 1, end - 1, guess);
      guess = child.index + 1;
      at = skipSpace(bytes, end) + 1; // the colon
      at = skipSpace(bytes, this.value(child.place, at, depth + 1));
      if (bytes[at] !== comma) break;
      at = skipSpace(bytes, at + 1);
    }
    return at + 1;
  }

  #list(place: Place, open: number, depth: number): number {
    const bytes = this.#bytes;
    let at = skipSpace(bytes, open + 1);
    for (let index = 0; at < bytes.length && bytes[at] !== closeBracket; index++) {
      const child = this.#columns.itemOf(place, index);
      at = skipSpace(bytes, this.value(child.place, at, depth + 1));
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1);
    }
    return at + 1;
  }

  #text(place: Place, start: number): number {
    const bytes = this.#bytes;
    let hasComma = false;
    let at = start + 1;
    for (let byte = bytes[at]; byte !== quote && byte !== undefined; byte = bytes[++at]) {
      if (byte === backslash) return this.#escapedText(place, start);
      if (byte === comma) hasComma = true;
    }
    if (place.name === 'created_at') this.#emitText(place, decode(bytes.subarray(start + 1, at)));
    // The quotes around a JSON string are the ones that CSV wants.
    else if (hasComma) this.#emit(place, bytes, start, at + 1);
    else this.#emit(place, bytes, start + 1, at);
    return at + 1;
  }

  #escapedText(place: Place, start: number): number {
    const end = endOfText(this.#bytes, start);
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
    this.#emitText(place, decode(this.#bytes.subarray(start, end)));
    return end;
  }

  #word(place: Place, start: number): number {
    const bytes = this.#bytes;
    let end = start;
    for (let byte = bytes[end]; isOfWord(byte); byte = bytes[++end]);
    const first = bytes[start];
    if (first === 0x74) this.#emit(place, trueCell, 0, trueCell.length);
    else if (first === 0x66) this.#emit(place, falseCell, 0, falseCell.length);
    else if (first === 0x6e) this.#emit(place, nothing, 0, 0);
    else this.#emit(place, bytes, start, end);
    return end === start ? end + 1 : end;
  }

  #emitText(place: Place, text: string): void {
    const shown = place.name === 'created_at' ? formatTime(text) : text;
    const cell = Buffer.from(/[",\r\n]/.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown);
    this.#emit(place, cell, 0, cell.length);
  }

  #emit(place: Place, cell: Uint8Array, start: number, end: number): void {
    this.#onCell(this.#columns.columnOf(place), cell, start, end);
  }
}

/** `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`; a fraction stays where there is one. */
function formatTime(text: string): string {
  return text.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00');
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= 0x20) at++;
  return at;
}

/** Letters, digits, and what else numbers are written with. */
function isOfWord(byte: number | undefined): boolean {
  if (byte === undefined || byte <= 0x20) return false;
  return byte !== comma && byte !== closeBrace && byte !== closeBracket;
}

function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

function endOfNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === quote) at = endOfText(bytes, at) - 1;
    else if (byte === openBrace || byte === openBracket) depth++;
    else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at + 1;
  }
  return bytes.length;
}
