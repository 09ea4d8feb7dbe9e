// Counts the rows of a CSV as its bytes pass by, and finds whether it ends where a row does.
import { byteOrderMark, carriageReturn } from '#exports/scan/byteCodes.ts';
import {
  atCellStart,
  countCells,
  endOfRow,
  unfinishedCell,
  unfinishedInQuotes,
} from '#exports/scan/csvScanner.ts';

export interface CsvEnd {
  /** Rows that hold anything, the header included. */
  readonly rows: number;
  /** The last row has its line's end. Not every writer gives the very last one. */
  readonly hasFinalLineEnd: boolean;
  /** False when the body stops inside quotes, or in a last row without line's end that has fewer cells than the header. */
  readonly endsAtRow: boolean;
}

export class CsvRowCounter {
  /** Whole rows so far, the header included. */
  rows = 0;
  #headerCells: number | undefined;
  /** Cells of the current row in the chunks read so far. */
  #cells = 1;
  /** What the chunks read so far ended with. */
  #state = atCellStart;
  /** Bytes of a byte order mark so far; undefined once the file's start is over. */
  #markBytes: number | undefined = 0;
  /** Bytes of the running row so far, and whether the last one is a carriage return. */
  #length = 0;
  #endsInReturn = false;

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    let start = this.#skipMark(chunk);
    while (start < length) {
      const end = endOfRow(chunk, start, length, this.#state);
      const stop = end < 0 ? length : end;
      // Only the header's cells count, and the last row's, which may be this one.
      if (end < 0 || this.#headerCells === undefined)
        this.#cells += countCells(chunk, start, stop, this.#state) - 1;
      if (stop > start) this.#endsInReturn = chunk[stop - 1] === carriageReturn;
      this.#length += stop - start;
      this.#state = end < 0 ? end : atCellStart;
      if (end >= 0) this.#endRow();
      start = stop + 1;
    }
  }

  /** Returns the index after what `chunk` has of a mark. */
  #skipMark(chunk: Uint8Array): number {
    let at = 0;
    while (this.#markBytes !== undefined && at < chunk.length) {
      if (chunk[at] === byteOrderMark[this.#markBytes]) {
        at++;
        this.#length++;
        this.#markBytes++;
        if (this.#markBytes === byteOrderMark.length) this.#markBytes = undefined;
      } else {
        if (this.#markBytes > 0) this.#state = unfinishedCell; // it was a letter
        this.#markBytes = undefined;
      }
    }
    return at;
  }

  end(): CsvEnd {
    const isWholeRow =
      this.#state !== unfinishedInQuotes && this.#cells === (this.#headerCells ?? this.#cells);
    const isOpen = !this.#isEmptyLine;
    return {
      rows: this.rows + (isOpen && isWholeRow ? 1 : 0),
      hasFinalLineEnd: !isOpen,
      endsAtRow: !isOpen || isWholeRow,
    };
  }

  /** A line with nothing on it is not a row. */
  #endRow(): void {
    if (!this.#isEmptyLine) {
      this.rows++;
      this.#headerCells ??= this.#cells;
    }
    this.#cells = 1;
    this.#length = 0;
    this.#endsInReturn = false;
  }

  get #isEmptyLine(): boolean {
    return this.#length === 0 || (this.#length === 1 && this.#endsInReturn);
  }
}
