// One person's raw JSON as the cells of a CSV, as the service's own CSV has them: nested values flattened with dots, True and
// False, nothing for null, `created_at` with a space. Numbers keep their digits, so the text is not parsed into objects.
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

class Flattening {
  readonly #json: string;
  readonly #columns: CsvColumns;
  /** Undefined if only columns are wanted. */
  readonly #cells: Map<number, PersonCell> | undefined;
  /** The members of the last column's JSON. */
  readonly #rest: string[] = [];

  constructor(person: Uint8Array, columns: CsvColumns, cells: Map<number, PersonCell> | undefined) {
    this.#json = Buffer.from(person.buffer, person.byteOffset, person.length).toString();
    this.#columns = columns;
    this.#cells = cells;
  }

  run(): void {
    const { root } = this.#columns;
    this.#value(root, skipSpace(this.#json, 0), 0, false);
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
    if (first === '{') return this.#object(place, start, depth, isInList);
    if (first === '[' && (isInList || !this.#isLongList(start))) return this.#list(place, start, depth);
    return this.#write(place, start);
  }

  #object(place: PropertyPlace, open: number, depth: number, isInList: boolean): number {
    const json = this.#json;
    let at = skipSpace(json, open + 1);
    while (json[at] === '"') {
      const keyEnd = endOfString(json, at);
      if (keyEnd < 0) return keyEnd;
      const colon = skipSpace(json, keyEnd);
      const start = json[colon] === ':' ? skipSpace(json, colon + 1) : colon;
      at = this.#member(place, textOf(json.slice(at, keyEnd)), start, depth, isInList);
      if (at < 0) return at;
      at = skipComma(json, at);
    }
    return at < json.length ? at + 1 : -1;
  }

  #list(place: PropertyPlace, open: number, depth: number): number {
    const json = this.#json;
    let at = skipSpace(json, open + 1);
    for (let index = 0; at < json.length && json[at] !== ']'; index++) {
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
    const end = endOfValue(this.#json, start);
    if (end <= start) return -1;
    if (!this.#columns.hasRoomFor(place)) this.#addToRest(place, this.#json.slice(start, end));
    else {
      const column = this.#columns.columnOf(place);
      if (this.#cells) putCell(this.#cells, column, place, cellText(place, this.#json.slice(start, end)));
    }
    return end;
  }

  #addToRest({ path }: PropertyPlace, json: string): void {
    if (json !== 'null') this.#rest.push(`${JSON.stringify(path)}:${json}`);
  }

  #isLongList(open: number): boolean {
    const json = this.#json;
    if (json.length - open < 2 * maxListValues) return false; // a value and its comma
    const end = endOfValue(json, open);
    let values = 1;
    for (let at = open + 1; at < end && values <= maxListValues; at++) {
      if (json[at] === '"') at = endOfString(json, at) - 1;
      else if (json[at] === ',') values++;
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

// Each of these takes an index and returns the one after what it passed; below 0 if the text ends before.

function endOfValue(json: string, start: number): number {
  const first = json[start];
  if (first === '"') return endOfString(json, start);
  if (first === '{' || first === '[') return endOfNested(json, start);
  let at = start;
  while (at < json.length && json.charCodeAt(at) > space && !',]}'.includes(json.charAt(at))) at++;
  return at < json.length ? at : -1;
}

function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let letter = end - 1;
    while (json[letter] === '\\') letter--;
    if ((end - letter) % 2 === 1) return end + 1; // each pair of backslashes is one of the text
  }
  return -1;
}

/** A loop, not a recursion: the depth has no limit. */
function endOfNested(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    const letter = json[at];
    if (letter === '"') {
      const end = endOfString(json, at);
      if (end < 0) return end;
      at = end - 1;
    } else if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1;
  }
  return -1;
}

const space = 0x20;

function skipSpace(json: string, start: number): number {
  let at = start;
  while (json.charCodeAt(at) <= space) at++;
  return at;
}

function skipComma(json: string, start: number): number {
  const at = skipSpace(json, start);
  return json[at] === ',' ? skipSpace(json, at + 1) : at;
}
