// Counts the rows of a CSV as its bytes pass by, and tells whether it ends where a row does. Nothing is parsed.
import { endOfLine, keptOfCsv, lookAt, mostBytes } from '#exports/scan/borders.ts';

const carriageReturn = 0x0d;

export interface CsvEnd {
  /** Rows that hold anything, the header included. */
  readonly rows: number;
  /** The last row has its line's end. Not every writer gives the very last one. */
  readonly hasFinalLineEnd: boolean;
  /** False when the body stops inside quotes, or in a last row without line's end that has fewer cells than the header. */
  readonly endsAtRow: boolean;
}

/** A quote opens and closes a stretch in which line ends and commas are text; a doubled one closes and opens. */
export class CsvRowCounter {
  /** Whole rows so far, the header included. */
  rows = 0;
  #isQuoted = false;
  #rowBytes = 0;
  #cells = 1;
  #headerCells: number | undefined;

  push(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; from += mostBytes) {
      this.#push(chunk.length <= mostBytes ? chunk : chunk.subarray(from, from + mostBytes));
    }
  }

  #push(chunk: Uint8Array): void {
    lookAt(chunk);
    const { length } = chunk;
    let rowStart = -this.#rowBytes;
    let at = 0;
    for (;;) {
      const lineEnd = endOfLine(at, length, this.#cells, this.#isQuoted);
      const { cells, isQuoted } = keptOfCsv();
      this.#cells = cells;
      this.#isQuoted = isQuoted;
      if (lineEnd < 0) break;
      this.#endRow(chunk, rowStart, lineEnd, cells);
      this.#cells = 1;
      at = lineEnd + 1;
      rowStart = at;
    }
    this.#rowBytes = length - rowStart;
    this.#endedInReturn = chunk[length - 1] === carriageReturn;
  }

  end(): CsvEnd {
    const isOpen = this.#rowBytes > 0;
    const isWholeRow =
      !this.#isQuoted && (this.#headerCells === undefined || this.#cells === this.#headerCells);
    return {
      rows: this.rows + (isOpen && isWholeRow ? 1 : 0),
      hasFinalLineEnd: !isOpen,
      endsAtRow: !isOpen || isWholeRow,
    };
  }

  #endedInReturn = false;

  /** `rowStart` is negative where the row began in an earlier chunk. A line with nothing on it is no row. */
  #endRow(chunk: Uint8Array, rowStart: number, lineEnd: number, cells: number): void {
    const bytes = lineEnd - rowStart;
    const before = lineEnd > 0 ? chunk[lineEnd - 1] === carriageReturn : this.#endedInReturn;
    if (bytes === 0 || (bytes === 1 && before)) return;
    this.rows++;
    this.#headerCells ??= cells;
  }
}
