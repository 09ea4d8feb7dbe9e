// One person's raw JSON as the cells of a CSV, as the service's own CSV has them: nested values flattened with dots, True and
// False, nothing for null, `created_at` with a space. Numbers keep their digits, so the bytes are not parsed into objects.
import { closeBracket, comma, openBrace, openBracket, quote } from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from '#exports/scan/jsonScanner.ts';
import { createPlace, type CsvColumns, type PropertyPlace } from './csvColumns.ts';

export interface PersonCell {
  readonly place: PropertyPlace;
  /** Without the quotes that CSV needs. */
  readonly text: string;
}

/** What lies deeper goes into one cell as JSON. */
const maxDepth = 200;
/** UTF-16 units. Under a longer path goes one cell of JSON: each column has its whole path in its name. */
const maxPathLength = 1000;
/** A list with more values, in its own lists and objects as well, goes into one cell as JSON: each would be a column. */
const maxListValues = 1000;

/**
 * The cells of a person, by column; new columns are added to `columns`. Of broken JSON, the cells before the break. Values for
 * which there is no column left go into the last one, as JSON.
 */
export function flattenPerson(person: Uint8Array, columns: CsvColumns): ReadonlyMap<number, PersonCell> {
  const cells = new Map<number, PersonCell>();
  new Flattening(person, columns, cells).run();
  return cells;
}

/** Adds the columns of a person to `columns`, in half the time of `flattenPerson`. */
export function addColumnsOf(person: Uint8Array, columns: CsvColumns): void {
  new Flattening(person, columns, undefined).run();
}

const beyondAscii = /[\u0080-\u00ff]/;

class Flattening {
  readonly #json: Buffer;
  /** A letter for each byte. */
  readonly #letters: string;
  readonly #columns: CsvColumns;
  /** Undefined if only columns are wanted. */
  readonly #cells: Map<number, PersonCell> | undefined;
  /** The members of the last column's JSON. */
  readonly #rest: string[] = [];

  constructor(person: Uint8Array, columns: CsvColumns, cells: Map<number, PersonCell> | undefined) {
    this.#json = Buffer.from(person.buffer, person.byteOffset, person.length);
    this.#letters = this.#json.toString('latin1');
    this.#columns = columns;
    this.#cells = cells;
  }

  run(): void {
    const { root } = this.#columns;
    this.#value(root, skipSpace(this.#json, 0, this.#json.length), 0, false);
    if (this.#rest.length === 0) return;
    const column = this.#columns.addRest();
    this.#cells?.set(column, { place: root, text: `{${this.#rest.join()}}` });
  }

  /**
   * Takes the index where a value starts and returns the index after it; below 0 if the JSON is broken. `isInList`: of a list
   * around it, whose values were counted.
   */
  #value(place: PropertyPlace, start: number, depth: number, isInList: boolean): number {
    const first = this.#json[start];
    if (depth >= maxDepth || place.path.length > maxPathLength) return this.#write(place, start);
    if (first === openBrace) return this.#object(place, start, depth, isInList);
    if (first === openBracket && (isInList || !this.#isLongList(start)))
      return this.#list(place, start, depth);
    return this.#write(place, start);
  }

  #object(place: PropertyPlace, open: number, depth: number, isInList: boolean): number {
    const json = this.#json;
    let at = skipSpace(json, open + 1, json.length);
    while (json[at] === quote) {
      const keyEnd = endOfString(json, at, json.length);
      if (keyEnd < 0) return keyEnd;
      const start = startOfFieldValue(json, keyEnd, json.length);
      at = this.#member(place, textOf(this.#slice(at, keyEnd)), start, depth, isInList);
      if (at < 0) return at;
      at = skipComma(json, at);
    }
    return at < json.length ? at + 1 : -1;
  }

  #list(place: PropertyPlace, open: number, depth: number): number {
    const json = this.#json;
    let at = skipSpace(json, open + 1, json.length);
    for (let index = 0; at < json.length && json[at] !== closeBracket; index++) {
      at = this.#member(place, String(index), at, depth, true);
      if (at < 0) return at;
      at = skipComma(json, at);
    }
    return at < json.length ? at + 1 : -1;
  }

  #member(parent: PropertyPlace, key: string, start: number, depth: number, isInList: boolean): number {
    const known = parent.children.get(key);
    if (known) return this.#value(known, start, depth + 1, isInList);
    const path = parent.path === '' ? key : `${parent.path}.${key}`;
    const place = createPlace(path);
    if (this.#columns.isFull && !this.#columns.isPath(path)) return this.#write(place, start);
    parent.children.set(key, place);
    return this.#value(place, start, depth + 1, isInList);
  }

  /** Writes the value into one cell; an object or a list as JSON. */
  #write(place: PropertyPlace, start: number): number {
    const end = endOfValue(this.#json, start, this.#json.length);
    if (end <= start) return -1;
    if (!this.#columns.hasRoomFor(place)) this.#addToRest(place, this.#slice(start, end));
    else {
      const column = this.#columns.columnOf(place);
      if (this.#cells) putCell(this.#cells, column, place, cellText(place, this.#slice(start, end)));
    }
    return end;
  }

  /** Nearly all of it is ASCII, whose letters are the text: decoding each piece of a person takes longer. */
  #slice(start: number, end: number): string {
    const letters = this.#letters.slice(start, end);
    return beyondAscii.test(letters) ? this.#json.toString('utf8', start, end) : letters;
  }

  #addToRest({ path }: PropertyPlace, json: string): void {
    if (json !== 'null') this.#rest.push(`${JSON.stringify(path)}:${json}`);
  }

  #isLongList(open: number): boolean {
    const json = this.#json;
    if (json.length - open < 2 * maxListValues) return false; // a value and its comma
    const end = endOfValue(json, open, json.length);
    let values = 1;
    for (let at = open + 1; at < end && values <= maxListValues; at++) {
      if (json[at] === quote) at = endOfString(json, at, json.length) - 1;
      else if (json[at] === comma) values++;
    }
    return values > maxListValues;
  }
}

/** The cell of a person who has a value at both places of one column is a JSON list of both. */
function putCell(cells: Map<number, PersonCell>, column: number, place: PropertyPlace, text: string): void {
  const before = cells.get(column);
  if (!before || before.place === place || before.text === '') cells.set(column, { place, text });
  else if (text !== '') cells.set(column, { place, text: JSON.stringify([before.text, text]) });
}

function cellText({ path }: PropertyPlace, json: string): string {
  if (json === 'true') return 'True';
  if (json === 'false') return 'False';
  if (json === 'null') return '';
  if (!json.startsWith('"')) return json;
  const text = textOf(json);
  // The service prints `2022-11-16T12:00:00.000000Z` as `2022-11-16 12:00:00+00:00`.
  return path === 'created_at' ? text.replace('T', ' ').replace(/(?:\.0+)?Z$/, '+00:00') : text;
}

/** `json`: a string with its quotes. */
function textOf(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return String(JSON.parse(json));
  } catch {
    return json.slice(1, -1); // a broken escape is shown unchanged
  }
}

function skipComma(json: Buffer, start: number): number {
  const at = skipSpace(json, start, json.length);
  return json[at] === comma ? skipSpace(json, at + 1, json.length) : at;
}
