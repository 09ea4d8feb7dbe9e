// One person's raw JSON as CSV cells, without parsing it into objects. Nested values are flattened with dots, as the service
// does.
import { closeBracket, comma, openBrace, openBracket, quote } from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from '#exports/scan/jsonScanner.ts';
import type { CsvColumns } from './csvColumns.ts';
import { CsvValueWriter } from './csvValueWriter.ts';
import { type PropertyPlace, placeOfItem, placeOfKey } from './propertyPlace.ts';
import type { PersonCells } from './personCells.ts';

/** What lies deeper goes into one cell as JSON. */
const deepest = 200;
/** A longer list goes into one cell as JSON: each of its items would be a column of every row. */
const maxListColumns = 1000;

/** Puts each cell of a person into `cells`. Of broken JSON it puts what comes before the break. */
export function flattenPerson(person: Uint8Array, columns: CsvColumns, cells: PersonCells): void {
  cells.clear(person);
  const values = new CsvValueWriter(person, columns, cells);
  new Flattening(person, values).value(columns.root, skipSpace(person, 0, person.length), 0);
}

class Flattening {
  readonly #bytes: Uint8Array;
  readonly #values: CsvValueWriter;

  constructor(bytes: Uint8Array, values: CsvValueWriter) {
    this.#bytes = bytes;
    this.#values = values;
  }

  /** Each of these takes the index where a value starts and gives the index after it; below 0 where the JSON is broken. */
  value(place: PropertyPlace, start: number, depth: number): number {
    const first = this.#bytes[start];
    if (first === openBrace && depth < deepest) return this.#object(place, start, depth);
    if (first === openBracket && depth < deepest && !this.#isLongList(start)) {
      return this.#list(place, start, depth);
    }
    return this.#values.write(place, start);
  }

  #object(place: PropertyPlace, open: number, depth: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = skipSpace(bytes, open + 1, length);
    let before: PropertyPlace | undefined;
    while (bytes[at] === quote) {
      // Most persons have their keys in one order, and some lack one: then the place is found without looking it up.
      const expected = before === undefined ? place.firstKey : before.nextKey;
      let child = findKey(expected, bytes, at) ?? findKey(expected?.nextKey, bytes, at);
      if (child === undefined) {
        const keyEnd = endOfString(bytes, at, length);
        if (keyEnd < 0) return keyEnd;
        child = placeOfKey(place, bytes.subarray(at + 1, keyEnd - 1));
        if (before === undefined) place.firstKey = child;
        else before.nextKey = child;
      }
      before = child;
      const start = startOfFieldValue(bytes, at + child.key.length + 2, length);
      at = this.value(child, start, depth + 1);
      if (at < 0) return at;
      at = skipSpace(bytes, at, length);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1, length);
    }
    return at < length ? at + 1 : -1;
  }

  #list(place: PropertyPlace, open: number, depth: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = skipSpace(bytes, open + 1, length);
    for (let index = 0; at < length && bytes[at] !== closeBracket; index++) {
      at = this.value(placeOfItem(place, index), at, depth + 1);
      if (at < 0) return at;
      at = skipSpace(bytes, at, length);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1, length);
    }
    return at < length ? at + 1 : -1;
  }

  #isLongList(open: number): boolean {
    const bytes = this.#bytes;
    const leastBytes = 2 * maxListColumns; // an item and its comma take two bytes at least
    if (bytes.length - open < leastBytes) return false;
    const end = endOfValue(bytes, open, bytes.length);
    if (end - open < leastBytes) return false;
    let items = 0;
    let at = skipSpace(bytes, open + 1, end);
    while (at < end - 1 && items <= maxListColumns) {
      items++;
      at = skipSpace(bytes, endOfValue(bytes, at, end), end);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1, end);
    }
    return items > maxListColumns;
  }
}

/** `place` if the string that starts at `start` is its key. */
function findKey(
  place: PropertyPlace | undefined,
  bytes: Uint8Array,
  start: number,
): PropertyPlace | undefined {
  if (place === undefined) return undefined;
  const { key } = place;
  if (bytes[start + key.length + 1] !== quote) return undefined;
  for (let index = 0; index < key.length; index++) {
    if (key[index] !== bytes[start + 1 + index]) return undefined;
  }
  return place;
}
