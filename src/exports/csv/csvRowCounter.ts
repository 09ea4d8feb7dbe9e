// Counts the rows of a CSV as its bytes pass by, and finds whether it ends where a row does.
import { carriageReturn } from '#exports/scan/byteCodes.ts';
import { countCells, endOfRow, unfinishedInQuotes } from '#exports/scan/csvScanner.ts';

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
  #isInQuotes = false;
  /** Bytes of the running row so far, and whether the last one is a carriage return. */
  #length = 0;
  #endsInReturn = false;

  push(chunk: Uint8Array): void {
    const { length } = chunk;
    let start = 0;
    while (start < length) {
      const end = endOfRow(chunk, start, length, this.#isInQuotes);
      const stop = end < 0 ? length : end;
      // Only the header's cells count, and the last row's, which may be this one.
      if (end < 0 || this.#headerCells === undefined)
        this.#cells += countCells(chunk, start, stop, this.#isInQuotes) - 1;
      if (stop > start) this.#endsInReturn = chunk[stop - 1] === carriageReturn;
      this.#length += stop - start;
      this.#isInQuotes = end === unfinishedInQuotes;
      if (end >= 0) this.#endRow();
      start = stop + 1;
    }
  }

  end(): CsvEnd {
    const isWholeRow = !this.#isInQuotes && this.#cells === (this.#headerCells ?? this.#cells);
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
