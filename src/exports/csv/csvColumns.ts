// The columns of a CSV of all persons: a column for each path at which any person has a value.
import { createRootPlace } from './propertyPlace.ts';
import type { PropertyPlace } from './propertyPlace.ts';

/** The most columns that are written, and read: more would make each row as long, and no spreadsheet shows them. */
export const maxColumns = 10_000;

/** The last column if there would be more: a JSON object of what has no column of its own. */
export const restColumn = '(rest)';

export class CsvColumns {
  /** Names by the columns' numbers, in the order in which they were found. */
  readonly names: string[] = [];
  readonly root: PropertyPlace = createRootPlace();
  readonly #byName = new Map<string, number>();
  /** Sorted by UTF-16 units; behind `names` until the next `isPath`. */
  #sortedNames: readonly string[] = [];
  /** The first place with each column. */
  readonly #places = new Map<number, PropertyPlace>();
  readonly #onColumn: (column: number, name: string) => void;
  readonly #sortKeyOf: (name: string) => string;

  /**
   * `onColumn` is called with each new column before its number is used. Columns are sorted by the code points of
   * `sortKeyOf`: of their names, as the service does, unless another one is given.
   */
  constructor(
    onColumn: (column: number, name: string) => void = () => undefined,
    sortKeyOf = (name: string): string => name,
  ) {
    this.#onColumn = onColumn;
    this.#sortKeyOf = sortKeyOf;
  }

  /** No column is added but the one of the rest. */
  get isFull(): boolean {
    return this.names.length >= maxColumns - 1;
  }

  /** Whether the path is that of a column, or of an object or a list with columns. */
  isPath(name: string): boolean {
    if (this.#byName.has(name)) return true;
    if (this.#sortedNames.length < this.names.length) this.#sortedNames = this.names.toSorted();
    const prefix = `${name}.`;
    const first = placeIn(this.#sortedNames, (other) => other >= prefix);
    return this.#sortedNames[first]?.startsWith(prefix) === true;
  }

  /** Whether the place has a column, or can get one. */
  hasRoomFor({ column, name }: PropertyPlace): boolean {
    return column !== undefined || !this.isFull || this.#byName.has(name);
  }

  /** `{"a.b": 1}` and `{"a": {"b": 1}}` are two places and one column, which they share. */
  columnOf(place: PropertyPlace): number {
    if (place.column !== undefined) return place.column;
    const column = this.add(place.name);
    const first = this.#places.get(column);
    if (first) {
      first.isShared = true;
      place.isShared = true;
    } else this.#places.set(column, place);
    place.column = column;
    return column;
  }

  add(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const column = this.#push(name);
    this.#byName.set(name, column);
    return column;
  }

  /** Whether there is a column for what has none of its own. */
  get hasRest(): boolean {
    return this.names.length >= maxColumns;
  }

  /** The column of what has none of its own, in columns that are full. A field of a person may have the same name. */
  addRest(): number {
    return this.hasRest ? maxColumns - 1 : this.#push(restColumn);
  }

  /** Adds a column that others have found, in the order of their numbers. */
  restore(name: string): void {
    if (this.isFull) this.addRest();
    else this.add(name);
  }

  #push(name: string): number {
    const column = this.names.push(name) - 1;
    this.#onColumn(column, name);
    return column;
  }

  sorted(): number[] {
    const keys = this.names.map((_, column) => ({ column, key: this.#keyOf(column) }));
    return keys.toSorted((one, other) => Buffer.compare(one.key, other.key)).map(({ column }) => column);
  }

  /** Puts a column into others that are in the order of `sorted`. */
  insert(column: number, sorted: number[]): void {
    const key = this.#keyOf(column);
    sorted.splice(
      placeIn(sorted, (other) => Buffer.compare(this.#keyOf(other), key) >= 0),
      0,
      column,
    );
  }

  #keyOf(column = 0): Buffer {
    return column === maxColumns - 1 ? lastKey : Buffer.from(this.#sortKeyOf(this.names[column] ?? ''));
  }
}

/** The index of the first item that is not before the wanted one; the length if there is none. */
function placeIn<T>(sorted: readonly T[], isNotBefore: (item: T) => boolean): number {
  let from = 0;
  for (let to = sorted.length; from < to;) {
    const middle = (from + to) >> 1;
    const item = sorted[middle];
    if (item === undefined || isNotBefore(item)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** No UTF-8 text has this byte. */
const lastKey = Buffer.from([0xff]);
