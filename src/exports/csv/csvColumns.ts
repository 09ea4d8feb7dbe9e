// The columns of a CSV of all persons: a column for each path at which any person has a value.
import { createRootPlace } from './propertyPlace.ts';
import type { PropertyPlace } from './propertyPlace.ts';

export class CsvColumns {
  /** Names by the columns' numbers, in the order in which they were found. */
  readonly names: string[] = [];
  readonly root: PropertyPlace = createRootPlace();
  readonly #byName = new Map<string, number>();
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

  /** `{"a.b": 1}` and `{"a": {"b": 1}}` are two places and one column. */
  columnOf(place: PropertyPlace): number {
    place.column ??= this.add(place.name);
    return place.column;
  }

  add(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const column = this.names.push(name) - 1;
    this.#byName.set(name, column);
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
    let from = 0;
    for (let to = sorted.length; from < to;) {
      const middle = (from + to) >> 1;
      if (Buffer.compare(this.#keyOf(sorted[middle]), key) < 0) from = middle + 1;
      else to = middle;
    }
    sorted.splice(from, 0, column);
  }

  #keyOf(column = 0): Buffer {
    return Buffer.from(this.#sortKeyOf(this.names[column] ?? ''));
  }
}
