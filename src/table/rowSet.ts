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
