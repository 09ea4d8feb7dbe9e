// Groups the rows of a view by the cells of one column.
import { compareText, foldText } from '#text/foldText.ts';

/** More groups would not help a person, and each takes a row of the page. */
export const maxGroups = 10_000;

export interface Group {
  /** The cell that its rows have in common; empty for the rows without one. */
  readonly value: string;
  readonly rows: number;
}

/** Which group each row of a file is in. Group 0 has the rows without a cell. */
export interface Grouping {
  readonly values: readonly string[];
  readonly groupOf: Uint32Array;
}

export interface GroupedRows {
  /** The rows of each group, one group after the other; in each they stay in their order. */
  readonly order: Uint32Array<ArrayBuffer>;
  /** None of them is empty. */
  readonly groups: readonly Group[];
}

/**
 * @param rows in the order of the view
 * @param isLargestFirst else a group comes where its first row is
 */
export function groupRows(
  rows: Uint32Array,
  { values, groupOf }: Grouping,
  isLargestFirst: boolean,
): GroupedRows {
  const counts = new Uint32Array(values.length);
  const found: number[] = [];
  for (const row of rows) {
    const group = groupOf[row] ?? 0;
    if (counts[group] === 0) found.push(group);
    counts[group] = (counts[group] ?? 0) + 1;
  }
  const sorted = isLargestFirst ? sortBySize(found, counts, values) : found;
  const next = new Uint32Array(values.length);
  let at = 0;
  for (const group of sorted) {
    next[group] = at;
    at += counts[group] ?? 0;
  }
  const order = new Uint32Array(rows.length);
  for (const row of rows) {
    const group = groupOf[row] ?? 0;
    const place = next[group] ?? 0;
    order[place] = row;
    next[group] = place + 1;
  }
  return { order, groups: sorted.map((group) => ({ value: values[group] ?? '', rows: counts[group] ?? 0 })) };
}

/** Groups of the same size by their values; the rows without a cell come last. */
function sortBySize(groups: readonly number[], counts: Uint32Array, values: readonly string[]): number[] {
  const keys = new Map(groups.map((group) => [group, foldText(values[group] ?? '')]));
  const compareValues = (a: number, b: number) => compareText(keys.get(a) ?? '', keys.get(b) ?? '');
  return groups.toSorted(
    (a, b) => Number(a === 0) - Number(b === 0) || (counts[b] ?? 0) - (counts[a] ?? 0) || compareValues(a, b),
  );
}

/** A set of row numbers, one bit each. */
export class RowSet {
  readonly #bits: Uint8Array;
  readonly rows: number;

  constructor(rows: number, isFull = false) {
    this.rows = rows;
    this.#bits = new Uint8Array(Math.ceil(rows / 8)).fill(isFull ? 0xff : 0);
  }

  add(row: number): void {
    this.#bits[row >> 3] = (this.#bits[row >> 3] ?? 0) | (1 << (row & 7));
  }

  delete(row: number): void {
    this.#bits[row >> 3] = (this.#bits[row >> 3] ?? 0) & ~(1 << (row & 7));
  }

  has(row: number): boolean {
    return ((this.#bits[row >> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  /** Rows in both. */
  and(other: RowSet): RowSet {
    const both = new RowSet(this.rows);
    for (let at = 0; at < both.#bits.length; at++) {
      both.#bits[at] = (this.#bits[at] ?? 0) & (other.#bits[at] ?? 0);
    }
    return both;
  }

  /** Rows that are not in it. */
  not(): RowSet {
    const rest = new RowSet(this.rows);
    for (let at = 0; at < rest.#bits.length; at++) rest.#bits[at] = ~(this.#bits[at] ?? 0);
    return rest;
  }

  /** Yields rows in rising order. */
  *[Symbol.iterator](): Generator<number> {
    for (let row = 0; row < this.rows; row++) if (this.has(row)) yield row;
  }

  count(): number {
    let count = 0;
    for (let row = 0; row < this.rows; row++) if (this.has(row)) count++;
    return count;
  }
}
