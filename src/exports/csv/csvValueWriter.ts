// How a value of a person's JSON is written in its cell, as the service's CSV has it: True and False, nothing for null,
// `created_at` with a space. Numbers keep their digits, and text that needs no change is copied.
import {
  backslash,
  carriageReturn,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
} from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue } from '#exports/scan/jsonScanner.ts';
import { printCell } from './csvCell.ts';
import type { CsvColumns } from './csvColumns.ts';
import type { PropertyPlace } from './propertyPlace.ts';
import type { PersonCells } from './personCells.ts';

const letterT = 0x74;
const letterF = 0x66;
const letterN = 0x6e;

/** What a backslash and the next byte stand for, by that byte. Others are left to JSON.parse. */
const escapes = new Uint8Array(256);
for (const [letter, meant] of [
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
] as const)
  escapes[letter.charCodeAt(0)] = meant.charCodeAt(0);

export class CsvValueWriter {
  readonly #bytes: Uint8Array;
  readonly #columns: CsvColumns;
  readonly #cells: PersonCells;
  /** The members of the last column's JSON. */
  readonly #rest: string[] = [];

  /** `bytes`: the person's JSON. */
  constructor(bytes: Uint8Array, columns: CsvColumns, cells: PersonCells) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#cells = cells;
  }

  /**
   * Takes the index where a value starts and gives the index after it; below 0 where the JSON is broken. An object or a list
   * goes into the cell as JSON.
   */
  write(place: PropertyPlace, start: number): number {
    if (!this.#columns.hasRoomFor(place)) return this.addRest(place.name, start);
    const first = this.#bytes[start];
    if (first === quote) return this.#text(place, start);
    const end = endOfValue(this.#bytes, start, this.#bytes.length);
    if (end <= start) return -1;
    if (first === letterT) this.#make(place, 'True');
    else if (first === letterF) this.#make(place, 'False');
    else if (first === letterN) this.#put(place, 0, 0);
    else if (first === openBrace || first === openBracket) this.#makeText(place, this.#decode(start, end));
    else this.#put(place, start, end);
    return end;
  }

  /** Takes a value for which there is no column left, as `write` does. What is null is nothing in a CSV. */
  addRest(path: string, start: number): number {
    const end = endOfValue(this.#bytes, start, this.#bytes.length);
    if (end <= start) return -1;
    if (this.#bytes[start] !== letterN)
      this.#rest.push(`${JSON.stringify(path)}:${this.#decode(start, end)}`);
    return end;
  }

  /** Puts what `addRest` has taken into the last column. */
  writeRest(): void {
    if (this.#rest.length === 0) return;
    const { made } = this.#cells;
    const start = made.length;
    made.append(printCell(`{${this.#rest.join()}}`));
    this.#cells.putMade(this.#columns.addRest(), start, made.length);
  }

  #text(place: PropertyPlace, start: number): number {
    const bytes = this.#bytes;
    let hasComma = false;
    let at = start + 1;
    for (; at < bytes.length && bytes[at] !== quote; at++) {
      if (bytes[at] === backslash) return this.#escapedText(place, start);
      if (bytes[at] === comma) hasComma = true;
    }
    if (at >= bytes.length) return -1;
    if (place.isTime) this.#makeText(place, this.#decode(start + 1, at));
    // The quotes around a JSON string are the ones that CSV wants.
    else if (hasComma) this.#put(place, start, at + 1);
    else this.#put(place, start + 1, at);
    return at + 1;
  }

  /** Byte by byte: to decode and parse each such text would take a tenth of an export's time. */
  #escapedText(place: PropertyPlace, start: number): number {
    const bytes = this.#bytes;
    const end = endOfString(bytes, start, bytes.length);
    if (end < 0) return end;
    if (place.isTime) return this.#parsedText(place, start, end);
    const { made } = this.#cells;
    const out = made.reserve(2 * (end - start)); // each byte may be a quote, which is doubled
    let used = made.length;
    let needsQuotes = false;
    out[used++] = quote;
    for (let at = start + 1; at < end - 1; at++) {
      let byte = bytes[at] ?? 0;
      if (byte === backslash) byte = escapes[bytes[++at] ?? 0] ?? 0;
      if (byte === 0) return this.#parsedText(place, start, end);
      if (byte === quote) out[used++] = quote;
      needsQuotes ||= byte === quote || byte === comma || byte === lineFeed || byte === carriageReturn;
      out[used++] = byte;
    }
    const first = needsQuotes ? made.length : made.length + 1;
    if (needsQuotes) out[used++] = quote;
    made.length = used;
    this.#putMade(place, first, used);
    return end;
  }

  #parsedText(place: PropertyPlace, start: number, end: number): number {
    this.#makeText(place, this.#parse(start, end));
    return end;
  }

  #parse(start: number, end: number): string {
    const json = this.#decode(start, end);
    try {
      return String(JSON.parse(json));
    } catch {
      return json; // a broken escape is shown unchanged
    }
  }

  /** `2022-11-16T12:00:00.000000Z` is a time that the service prints as `2022-11-16 12:00:00+00:00`. */
  #makeText(place: PropertyPlace, text: string): void {
    const shown = place.isTime ? text.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00') : text;
    this.#make(place, printCell(shown));
  }

  #make(place: PropertyPlace, cell: string): void {
    const { made } = this.#cells;
    const start = made.length;
    made.append(cell);
    this.#putMade(place, start, made.length);
  }

  #putMade(place: PropertyPlace, start: number, end: number): void {
    const column = this.#columns.columnOf(place);
    if (place.isShared) this.#share(place, column, () => this.#cells.putMade(column, start, end));
    else this.#cells.putMade(column, start, end);
  }

  #put(place: PropertyPlace, start: number, end: number): void {
    const column = this.#columns.columnOf(place);
    if (place.isShared) this.#share(place, column, () => this.#cells.put(column, start, end));
    else this.#cells.put(column, start, end);
  }

  /** The cell of a person who has a value at both places of one column is a JSON list of both. */
  #share(place: PropertyPlace, column: number, put: () => void): void {
    const cells = this.#cells;
    const before = cells.text(column);
    const owner = cells.owners.get(column);
    put();
    cells.owners.set(column, place);
    if (before === '' || owner === place) return;
    const now = cells.text(column);
    const start = cells.made.length;
    cells.made.append(printCell(now === '' ? before : JSON.stringify([before, now])));
    cells.putMade(column, start, cells.made.length);
  }

  #decode(start: number, end: number): string {
    const { buffer, byteOffset } = this.#bytes;
    return Buffer.from(buffer, byteOffset + start, end - start).toString();
  }
}
