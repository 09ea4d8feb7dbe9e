// One person's raw JSON as CSV cells, without parsing it into objects. Nested values are flattened with dots, as the service
// does.
import { closeBracket, comma, openBrace, openBracket, quote } from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from '#exports/scan/jsonScanner.ts';
import type { CsvColumns } from './csvColumns.ts';
import { CsvValueWriter } from './csvValueWriter.ts';
import { pathOfItem, pathOfKey, type PropertyPlace, placeOfItem, placeOfKey } from './propertyPlace.ts';
import type { PersonCells } from './personCells.ts';

/** What lies deeper goes into one cell as JSON. */
const deepest = 200;
/** A list with more values, in its own lists and objects as well, goes into one cell as JSON: each would be a column. */
const maxListValues = 1000;

/**
 * Puts each cell of a person into `cells`. Of broken JSON it puts what comes before the break. Values for which there is no
 * column left go into the last one, as JSON.
 */
export function flattenPerson(person: Uint8Array, columns: CsvColumns, cells: PersonCells): void {
  cells.clear(person);
  const values = new CsvValueWriter(person, columns, cells);
  new Flattening(person, columns, values).value(columns.root, skipSpace(person, 0, person.length), 0, false);
  values.writeRest();
}

class Flattening {
  readonly #bytes: Uint8Array;
  readonly #columns: CsvColumns;
  readonly #values: CsvValueWriter;

  constructor(bytes: Uint8Array, columns: CsvColumns, values: CsvValueWriter) {
    this.#bytes = bytes;
    this.#columns = columns;
    this.#values = values;
  }

  /**
   * Each of these takes the index where a value starts and gives the index after it; below 0 where the JSON is broken.
   * `isInList`: of a list around it, all values are known to be few.
   */
  value(place: PropertyPlace, start: number, depth: number, isInList: boolean): number {
    const first = this.#bytes[start];
    if (first === openBrace && depth < deepest) return this.#object(place, start, depth, isInList);
    if (first === openBracket && depth < deepest && (isInList || !this.#isLongList(start))) {
      return this.#list(place, start, depth);
    }
    return this.#values.write(place, start);
  }

  #object(place: PropertyPlace, open: number, depth: number, isInList: boolean): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = skipSpace(bytes, open + 1, length);
    let before: PropertyPlace | undefined;
    while (bytes[at] === quote) {
      // Most persons have their keys in one order, and some lack one: then the place is found without looking it up.
      const expected = before === undefined ? place.firstKey : before.nextKey;
      const known = findKey(expected, bytes, at) ?? findKey(expected?.nextKey, bytes, at);
      const keyEnd = known ? at + known.key.length + 2 : endOfString(bytes, at, length);
      if (keyEnd < 0) return keyEnd;
      const start = startOfFieldValue(bytes, keyEnd, length);
      const child = known ?? this.#placeOf(place, bytes.subarray(at + 1, keyEnd - 1));
      if (typeof child === 'string') at = this.#values.addRest(child, start);
      else {
        if (known === undefined && before === undefined) place.firstKey = child;
        else if (known === undefined && before) before.nextKey = child;
        before = child;
        at = this.value(child, start, depth + 1, isInList);
      }
      if (at < 0) return at;
      at = skipSpace(bytes, at, length);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1, length);
    }
    return at < length ? at + 1 : -1;
  }

  /** The path alone if there is no column left for it. */
  #placeOf(parent: PropertyPlace, key: Uint8Array): PropertyPlace | string {
    if (!this.#columns.isFull) return placeOfKey(parent, key);
    const path = pathOfKey(parent, key);
    return this.#columns.isPath(path) ? placeOfKey(parent, key) : path;
  }

  #list(place: PropertyPlace, open: number, depth: number): number {
    const bytes = this.#bytes;
    const { length } = bytes;
    let at = skipSpace(bytes, open + 1, length);
    for (let index = 0; at < length && bytes[at] !== closeBracket; index++) {
      const isRest = this.#columns.isFull && !this.#columns.isPath(pathOfItem(place, index));
      at = isRest
        ? this.#values.addRest(pathOfItem(place, index), at)
        : this.value(placeOfItem(place, index), at, depth + 1, true);
      if (at < 0) return at;
      at = skipSpace(bytes, at, length);
      if (bytes[at] === comma) at = skipSpace(bytes, at + 1, length);
    }
    return at < length ? at + 1 : -1;
  }

  #isLongList(open: number): boolean {
    const bytes = this.#bytes;
    const minBytes = 2 * maxListValues; // a value and its comma take two bytes at least
    if (bytes.length - open < minBytes) return false;
    const end = endOfValue(bytes, open, bytes.length);
    if (end - open < minBytes) return false;
    let values = 1;
    for (let at = open + 1; at < end && values <= maxListValues; at++) {
      if (bytes[at] === quote) at = endOfString(bytes, at, end) - 1;
      else if (bytes[at] === comma) values++;
    }
    return values > maxListValues;
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
