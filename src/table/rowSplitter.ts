// Splits the bytes of an export into rows, without parsing them.
import {
  carriageReturn,
  closeBrace,
  closeBracket,
  comma,
  lineFeed,
  openBrace,
  openBracket,
  quote,
  space,
} from '#exports/scan/byteCodes.ts';
import { atCellStart, type CellMarks, endOfCell, unfinishedInQuotes } from '#exports/scan/csvScanner.ts';
import { endOfValue, isBroken, placeOfBreak, unfinished } from '#exports/scan/jsonScanner.ts';
import type { TableFormat } from './tableFormat.ts';

/**
 * A problem of a row, or of the file at this position.
 * - `openQuote`: a quote is never closed; the row is cut at the end of its line
 * - `quotes`: text follows a quoted cell of several lines, so a quote may be a letter, and rows be joined
 * - `cells`: another number of cells than the header has
 * - `columns`: more columns than there may be; the last one has the rest
 * - `cut`: a JSON value that does not end where it should
 * - `notJson`: bytes that are not JSON
 * - `undecodable`: bytes that are not valid in the file's encoding
 * - `otherEncoding`: the row is UTF-8, in a file that is not
 * - `notText`: the whole file is not text, and is not read
 * - `notList`: a JSON file whose value is not a list
 * - `notObject`: a JSON value that is not an object, so it has no cells
 * - `afterEnd`: something follows the list's closing bracket
 * - `notClosed`: the file ends before the list's closing bracket
 */
export type Flaw =
  | 'openQuote'
  | 'quotes'
  | 'cells'
  | 'columns'
  | 'cut'
  | 'notJson'
  | 'undecodable'
  | 'otherEncoding'
  | 'notText'
  | 'notList'
  | 'notObject'
  | 'afterEnd'
  | 'notClosed';

/** A row is `bytes[start, end)`, without its line's end. `cells`: how many a CSV row has; 0 in other formats. */
type RowListener = (start: number, end: number, cells: number, flaw: Flaw | undefined) => void;

export interface RowSplitter {
  /**
   * Calls `onRow` for each row that is whole in `bytes[from, to)`, and returns where the first one begins that is not.
   * `isLast`: nothing follows, so an incomplete row stays incomplete.
   */
  split(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number;
}

/** A longer row counts as broken, so that one missing quote does not swallow the whole file. */
export const maxRowBytes = 16 * 1024 * 1024;

/** How the rows of a file are written. */
export interface RowFormat {
  readonly format: TableFormat;
  /** Before a row end that is a line feed there may be carriage returns. */
  readonly marks: CellMarks;
}

/** `isAtRow`: splitting begins at a row and not at the start of the file. */
export function createSplitter(rows: RowFormat, isAtRow: boolean): RowSplitter {
  const { format, marks } = rows;
  switch (format) {
    case 'csv':
      return { split: (...piece) => splitCsv(marks, ...piece) };
    case 'ndjson':
      return { split: (...piece) => splitLines(marks.rowEnd, ...piece) };
    case 'json':
      return new JsonSplitter(isAtRow);
  }
}

type Piece = Parameters<RowSplitter['split']>;

function splitCsv(marks: CellMarks, ...[bytes, from, to, isLast, onRow]: Piece): number {
  const { rowEnd, separator } = marks;
  for (let start = from; ;) {
    let cells = 1;
    let end = endOfCell(bytes, start, to, atCellStart, marks);
    for (; end >= 0; end = endOfCell(bytes, end + 1, to, atCellStart, marks)) {
      if (bytes[end] === separator) cells++;
      else {
        if (end - start > maxRowBytes) break;
        endLine(bytes, start, end, cells, undefined, onRow);
        start = end + 1;
        cells = 1;
      }
    }
    const isTooLong = to - start > maxRowBytes;
    if (start >= to || (!isLast && !isTooLong)) return start;
    if (end !== unfinishedInQuotes && !isTooLong) {
      endLine(bytes, start, to, cells, undefined, onRow);
      return to;
    }
    // The quote that is never closed is in the row's first line: a row ends at the first line feed outside quotes.
    const lineEnd = lineEndFrom(bytes, start, to, rowEnd);
    endLine(bytes, start, lineEnd, 0, 'openQuote', onRow);
    start = Math.min(lineEnd + 1, to);
    const isNeverClosed = end === unfinishedInQuotes;
    const linesEnd = isNeverClosed ? to : (end < 0 ? to : end) - maxRowBytes;
    start = splitCsvLines(marks, linesEnd, bytes, start, to, isLast, onRow);
    if (isNeverClosed) return start;
  }
}

/**
 * Behind a quote that is never closed, or too far away, no line closes one that is open where it begins: each that begins
 * before `linesEnd` is a row of its own.
 */
function splitCsvLines(
  marks: CellMarks,
  linesEnd: number,
  ...[bytes, from, to, isLast, onRow]: Piece
): number {
  const { rowEnd, separator } = marks;
  let start = from;
  while (start < linesEnd) {
    const lineEnd = lineEndFrom(bytes, start, to, rowEnd);
    const next = Math.min(lineEnd + 1, to);
    let cells = 1;
    let end = endOfCell(bytes, start, next, atCellStart, marks);
    for (; end >= 0 && bytes[end] === separator; end = endOfCell(bytes, end + 1, next, atCellStart, marks))
      cells++;
    if (end < 0 && !isLast && to - start <= maxRowBytes) return start;
    const isOpen = end === unfinishedInQuotes;
    endLine(bytes, start, lineEnd, isOpen ? 0 : cells, isOpen ? 'openQuote' : undefined, onRow);
    start = next;
  }
  return start;
}

function splitLines(rowEnd: number, ...[bytes, from, to, isLast, onRow]: Piece): number {
  let start = from;
  while (start < to) {
    const end = lineEndFrom(bytes, start, to, rowEnd);
    if (end === to && !isLast && to - start <= maxRowBytes) return start;
    endLine(bytes, start, end, 0, undefined, onRow);
    start = end + 1;
  }
  return Math.min(start, to);
}

/**
 * An empty line is not a row. Text that has CRLF already gets another carriage return where a program writes it to a text file
 * on Windows, so each of those at a line's end belongs to it.
 */
function endLine(
  bytes: Buffer,
  start: number,
  lineEnd: number,
  cells: number,
  flaw: Flaw | undefined,
  onRow: RowListener,
): void {
  let end = lineEnd;
  while (end > start && bytes[end - 1] === carriageReturn) end--;
  if (end > start) onRow(start, end, cells, flaw);
}

function lineEndFrom(bytes: Buffer, from: number, to: number, rowEnd = lineFeed): number {
  const at = bytes.indexOf(rowEnd, from);
  return at < 0 || at > to ? to : at;
}

/** The elements of a list are rows; a file that is not a list is one row. */
class JsonSplitter implements RowSplitter {
  #isOpen: boolean;
  #isClosed = false;

  constructor(isAtRow: boolean) {
    this.#isOpen = isAtRow;
  }

  split(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number {
    for (let at = this.#skipBetween(bytes, from, to); at < to; at = this.#skipBetween(bytes, at, to)) {
      if (this.#isClosed) {
        onRow(at, at, 0, 'afterEnd');
        return to;
      }
      let end = endOfValue(bytes, at, to);
      if (end === unfinished && !isLast && to - at <= maxRowBytes) return at;
      if (end === unfinished && isWord(bytes[at])) end = to; // the end of the file ends it
      const isCut = end < 0 || end - at > maxRowBytes;
      if (isCut) end = isBroken(end) ? placeOfBreak(end) : lineEndFrom(bytes, at, to);
      while (bytes[end] === closeBrace && end < to) end++; // one that closes nothing belongs to what is before it
      end = Math.max(end, at + 1);
      onRow(at, end, 0, isCut ? 'cut' : this.#isOpen ? undefined : 'notList');
      at = end;
      if (!this.#isOpen) this.#isClosed = true;
    }
    if (isLast && this.#isOpen && !this.#isClosed) onRow(to, to, 0, 'notClosed');
    return to;
  }

  #skipBetween(bytes: Buffer, from: number, to: number): number {
    let at = from;
    for (; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= space) continue;
      if (byte === openBracket && !this.#isOpen && !this.#isClosed) this.#isOpen = true;
      else if (byte === closeBracket && this.#isOpen && !this.#isClosed) this.#isClosed = true;
      else if (byte !== comma || this.#isClosed) break;
    }
    return at;
  }
}

/** True for what begins neither a string nor anything nested. */
function isWord(first = 0): boolean {
  return first !== quote && first !== openBracket && first !== openBrace;
}
