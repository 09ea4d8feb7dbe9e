// Where rows begin and end in the bytes of an export, without parsing them.

export type TableFormat = 'csv' | 'json' | 'ndjson';

/**
 * What is wrong with a row, or with the file where it stands.
 * - `openQuote`: a quote opens and is never closed; the row is cut at its line's end
 * - `cells`: another number of cells than the header has
 * - `cut`: a JSON value that does not end where it should
 * - `notJson`: bytes that are no JSON
 * - `afterEnd`: something follows the list's closing bracket
 * - `notClosed`: the file ends before the list's closing bracket
 */
export type Flaw = 'openQuote' | 'cells' | 'cut' | 'notJson' | 'afterEnd' | 'notClosed';

/** A row is `bytes[start, end)`, its line's end left out. `cells` counts those of a CSV, and is 0 elsewhere. */
export type RowListener = (start: number, end: number, cells: number, flaw: Flaw | undefined) => void;

export interface RowSplitter {
  /**
   * Tells of each row that is whole in `bytes[from, to)`; returns where the first one that is not begins. `isLast`:
   * nothing follows, so that what is there is all there is of it.
   */
  split(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number;
}

/** A row that is longer is taken for a broken one, so that one missing quote does not swallow the file. */
export const longestRowBytes = 16 * 1024 * 1024;

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** `isAtRow`: splitting begins at a row, not at the file's start. */
export function createSplitter(format: TableFormat, isAtRow: boolean): RowSplitter {
  if (format === 'csv') return { split: splitCsv };
  return format === 'ndjson' ? { split: splitLines } : new JsonSplitter(isAtRow);
}

/** As in RFC 4180: a line's end inside quotes is text, and a doubled quote closes and opens. */
function splitCsv(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number {
  let start = from;
  let cells = 1;
  let isQuoted = false;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > comma) continue; // most bytes are letters and digits
    if (byte === quote) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (byte === comma) cells++;
    else if (byte === lineFeed) {
      if (at - start > longestRowBytes) break;
      endLine(bytes, start, at, cells, undefined, onRow);
      start = at + 1;
      cells = 1;
    }
  }
  const isTooLong = to - start > longestRowBytes;
  if (start >= to || (!isLast && !isTooLong)) return start;
  if (!isQuoted && !isTooLong) {
    endLine(bytes, start, to, cells, undefined, onRow);
    return to;
  }
  // The row's first line holds the odd quote: a row ends at the first line's end outside quotes.
  const end = lineEndFrom(bytes, start, to);
  endLine(bytes, start, end, 0, 'openQuote', onRow);
  return splitCsv(bytes, Math.min(end + 1, to), to, isLast, onRow);
}

function splitLines(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number {
  let start = from;
  while (start < to) {
    const end = lineEndFrom(bytes, start, to);
    if (end === to && !isLast && to - start <= longestRowBytes) return start;
    endLine(bytes, start, end, 0, undefined, onRow);
    start = end + 1;
  }
  return Math.min(start, to);
}

/** A line with nothing on it is no row. */
function endLine(
  bytes: Buffer,
  start: number,
  lineEnd: number,
  cells: number,
  flaw: Flaw | undefined,
  onRow: RowListener,
): void {
  const end = lineEnd > start && bytes[lineEnd - 1] === carriageReturn ? lineEnd - 1 : lineEnd;
  if (end > start) onRow(start, end, cells, flaw);
}

function lineEndFrom(bytes: Buffer, from: number, to: number): number {
  const at = bytes.indexOf(lineFeed, from);
  return at < 0 || at > to ? to : at;
}

/** The elements of a list; a file that is no list is one row. */
class JsonSplitter implements RowSplitter {
  #isOpen: boolean;
  #isClosed = false;
  #isBroken = false;

  constructor(isAtRow: boolean) {
    this.#isOpen = isAtRow;
  }

  split(bytes: Buffer, from: number, to: number, isLast: boolean, onRow: RowListener): number {
    let at = from;
    for (;;) {
      at = this.#skipBetween(bytes, at, to);
      if (at >= to) break;
      if (this.#isClosed) {
        onRow(at, at, 0, 'afterEnd');
        return to;
      }
      const whole = this.#endOfValue(bytes, at, to, isLast);
      if (whole < 0 && !isLast && to - at <= longestRowBytes) return at;
      const end = whole - at > longestRowBytes ? -1 : whole;
      const cut = end < 0 ? lineEndFrom(bytes, at, to) : end;
      onRow(at, Math.max(at + 1, cut), 0, end < 0 || this.#isBroken ? 'cut' : undefined);
      at = Math.max(at + 1, cut);
      if (!this.#isOpen) this.#isClosed = true;
    }
    if (isLast && this.#isOpen && !this.#isClosed) onRow(to, to, 0, 'notClosed');
    return to;
  }

  #skipBetween(bytes: Buffer, from: number, to: number): number {
    let at = from;
    for (; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte <= 0x20) continue;
      if (byte === openBracket && !this.#isOpen && !this.#isClosed) this.#isOpen = true;
      else if (byte === closeBracket && this.#isOpen && !this.#isClosed) this.#isClosed = true;
      else if (byte !== comma || this.#isClosed) break;
    }
    return at;
  }

  /** -1 where it is not all there. A line's end inside a text is never JSON: the value is broken and ends there. */
  #endOfValue(bytes: Buffer, from: number, to: number, isLast: boolean): number {
    this.#isBroken = false;
    const first = bytes[from] ?? 0;
    if (first !== openBrace && first !== openBracket && first !== quote) {
      const end = endOfWord(bytes, from, to);
      return end === to && !isLast ? -1 : end;
    }
    let depth = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === quote) {
        at = endOfText(bytes, at, to);
        if (at >= to) return -1;
        if (bytes[at] === lineFeed) {
          this.#isBroken = true;
          return at;
        }
        if (depth === 0) return at + 1;
      } else if (byte < openBracket) continue;
      else if ((byte | 0x20) === openBrace) depth++;
      else if ((byte | 0x20) === closeBrace && --depth === 0) return at + 1;
    }
    return -1;
  }
}

function endOfWord(bytes: Buffer, from: number, to: number): number {
  let at = from;
  for (; at < to; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= 0x20 || byte === comma || byte === closeBracket) break;
  }
  return at;
}

/** The index of the closing quote of the text that opens at `from`, or of a line's end inside it, else `to`. */
function endOfText(bytes: Buffer, from: number, to: number): number {
  let at = from + 1;
  while (at < to) {
    const byte = bytes[at] ?? 0;
    if (byte === quote || byte === lineFeed) return at;
    at += byte === backslash ? 2 : 1;
  }
  return to;
}
