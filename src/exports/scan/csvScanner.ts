// The one scanner of CSV bytes (RFC 4180). A quote opens and closes a stretch in which commas and line ends are text; a
// doubled one closes and opens. Bytes of UTF-8 letters are above 0x7f, so none of them is taken for a separator.

/** The cell continues after `end`, outside quotes. */
export const unfinished = -1;
/** The cell continues after `end`, inside quotes. */
export const unfinishedInQuotes = -2;

// Its own, for the reason that jsonScanner.ts names.
const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;

/**
 * The index of the comma or line feed that ends the cell in `bytes[start, end)`, or one of the constants above. A carriage
 * return counts as text. `isInQuotes`: `start` is in the middle of a cell, inside quotes.
 */
export function endOfCell(bytes: Uint8Array, start: number, end: number, isInQuotes = false): number {
  let isQuoted = isInQuotes;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > comma) continue; // most bytes are letters and digits
    if (byte === quote) isQuoted = !isQuoted;
    else if (!isQuoted && (byte === comma || byte === lineFeed)) return at;
  }
  return isQuoted ? unfinishedInQuotes : unfinished;
}

/** Like `endOfCell`, up to the line feed that ends the row. */
export function endOfRow(bytes: Uint8Array, start: number, end: number, isInQuotes = false): number {
  let isQuoted = isInQuotes;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > quote) continue; // most bytes are letters and digits
    if (byte === quote) isQuoted = !isQuoted;
    else if (byte === lineFeed && !isQuoted) return at;
  }
  return isQuoted ? unfinishedInQuotes : unfinished;
}

/** The cells that are separated by commas in `bytes[start, end)`. */
export function countCells(bytes: Uint8Array, start: number, end: number, isInQuotes = false): number {
  let cells = 1;
  let at = endOfCell(bytes, start, end, isInQuotes);
  for (; at >= 0; at = endOfCell(bytes, at + 1, end)) cells++;
  return cells;
}
