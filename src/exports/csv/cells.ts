// Where one row's cells are, by column. Most are copied as they stand in what they were found in; the others are made.
import { Bytes } from '#exports/scan/bytes.ts';

/** A cell that is copied faster byte by byte. */
const shortBytes = 64;
const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

export class Cells {
  /** Where the cells were found. */
  bytes: Uint8Array = new Uint8Array();
  /** The cells that are not as they were found, one behind the other. */
  readonly made = new Bytes();
  /** In `bytes`; below 0, `~start` and `~end` in `made`; an end of 0 is a cell that is not there. */
  starts = new Int32Array(64);
  ends = new Int32Array(64);

  clear(bytes: Uint8Array): void {
    this.bytes = bytes;
    this.made.length = 0;
    this.ends.fill(0);
  }

  /** A later cell of the same column takes the place of the one before. */
  put(column: number, start: number, end: number): void {
    if (column >= this.ends.length) this.#grow(column);
    this.starts[column] = start;
    this.ends[column] = end;
  }

  /** What has been added to `made` since it was `start` long. */
  putMade(column: number, start: number, end: number): void {
    this.put(column, ~start, ~end);
  }

  /** Told of each cell that holds anything. */
  each(onCell: (column: number, bytes: Uint8Array, start: number, end: number) => void): void {
    const { starts, ends, bytes } = this;
    for (let column = 0; column < ends.length; column++) {
      const start = starts[column] ?? 0;
      const end = ends[column] ?? 0;
      if (end > 0 && end > start) onCell(column, bytes, start, end);
      else if (end < 0 && end < start) onCell(column, this.made.buffer, ~start, ~end);
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

/** Gives a row's CSV, its columns in `order`, which may grow meanwhile; valid until the next call. */
export function createRowWriter(order: readonly number[]) {
  const row = new Bytes();
  /** `mostBytes`: what the cells that were found come to at most. */
  return (cells: Cells, mostBytes: number): Uint8Array => {
    const { bytes, made, starts, ends } = cells;
    const out = row.reserved(mostBytes + made.length + order.length + 2);
    let used = 0;
    for (const column of order) {
      let end = ends[column] ?? 0;
      let start = end === 0 ? 0 : (starts[column] ?? 0);
      let from = bytes;
      if (end < 0) {
        from = made.buffer;
        start = ~start;
        end = ~end;
      }
      if (end - start > shortBytes) {
        out.set(from.subarray(start, end), used);
        used += end - start;
      } else for (let at = start; at < end; at++) out[used++] = from[at] ?? 0;
      out[used++] = comma;
    }
    out[used - 1] = carriageReturn;
    out[used++] = lineFeed;
    return out.subarray(0, used);
  };
}
