// One person's cells by the columns' numbers. Most are ranges of the person's JSON; the others are made.
import { carriageReturn, comma, lineFeed } from '#exports/scan/byteCodes.ts';
import { readCell } from './csvCell.ts';
import type { PropertyPlace } from './propertyPlace.ts';
import { ByteBuffer, copyBytes } from '#exports/scan/byteBuffer.ts';

export class PersonCells {
  /** The person's JSON. */
  bytes: Uint8Array = new Uint8Array();
  /** The cells that differ from the JSON, one after the other. */
  readonly made = new ByteBuffer();
  /** In `bytes`, or in `made` with the mark of `markMade`. An end of 0 is a cell that is not there. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  /** Which place has put the cell of a column that places share. */
  readonly owners = new Map<number, PropertyPlace>();

  clear(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.made.clear();
    this.ends.fill(0);
    this.owners.clear();
  }

  /** A later cell of the same column takes the place of the one before. */
  put(column: number, start: number, end: number): void {
    if (column >= this.ends.length) this.#grow(column);
    this.starts[column] = start;
    this.ends[column] = end;
  }

  putMade(column: number, start: number, end: number): void {
    this.put(column, markMade(start), markMade(end));
  }

  /** Without its quotes; empty if there is no cell. */
  text(column: number): string {
    const [start, end] = [this.starts[column] ?? 0, this.ends[column] ?? 0];
    if (!isMade(end)) return readCell(this.bytes, start, end);
    return readCell(this.made.bytes, unmarkMade(start), unmarkMade(end));
  }

  /** Calls `onCell` for each cell that holds anything: its text is `bytes[start, end)`, as CSV has it. */
  forEach(onCell: (column: number, bytes: Uint8Array, start: number, end: number) => void): void {
    const { starts, ends, bytes } = this;
    for (let column = 0; column < ends.length; column++) {
      const start = starts[column] ?? 0;
      const end = ends[column] ?? 0;
      if (end === start) continue;
      if (isMade(end)) onCell(column, this.made.bytes, unmarkMade(start), unmarkMade(end));
      else if (end > 0) onCell(column, bytes, start, end);
    }
  }

  #grow(column: number): void {
    const size = Math.max(2 * this.ends.length, column + 1);
    const { starts, ends } = this;
    this.starts = new Int32Array(size);
    this.ends = new Int32Array(size);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** Whether a start or an end is a place in `made`. */
function isMade(place: number): boolean {
  return place < 0;
}

/** A place in `made` as `starts` and `ends` have it: below 0, also for place 0. */
function markMade(place: number): number {
  return ~place;
}

function unmarkMade(marked: number): number {
  return ~marked;
}

/** Prints a person's row with its columns in `order`, which may grow meanwhile. The row is valid until the next call. */
export function createRowPrinter(order: readonly number[]): (cells: PersonCells) => Uint8Array {
  const row = new ByteBuffer();
  return (cells) => {
    const { bytes, made, starts, ends } = cells;
    row.clear();
    // No cell is longer in the row than where it comes from.
    const out = row.reserve(bytes.length + made.length + order.length + 2);
    let used = 0;
    for (const column of order) {
      const start = starts[column] ?? 0;
      const end = ends[column] ?? 0;
      if (isMade(end)) used = copyBytes(made.bytes, unmarkMade(start), unmarkMade(end), out, used);
      else if (end > 0) used = copyBytes(bytes, start, end, out, used);
      out[used++] = comma;
    }
    out[used - 1] = carriageReturn;
    out[used++] = lineFeed;
    return out.subarray(0, used);
  };
}
