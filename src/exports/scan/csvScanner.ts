// The one scanner of CSV bytes (RFC 4180). In a cell that begins with a quote, quotes open and close stretches in which commas
// and line ends are text; a doubled one closes and opens. In any other cell a quote is a letter. Bytes of UTF-8 letters are
// above 0x7f, so none of them is taken for a separator.

/** A cell continues after `end`: one without quotes around it. */
const unfinishedCell = -1;
/** A cell continues after `end`, inside its quotes. */
export const unfinishedInQuotes = -2;
/** A cell that began with a quote continues after `end`, outside of its quotes. */
const unfinishedAfterQuotes = -3;
/** A cell begins at `end`. */
export const atCellStart = -4;

// Its own, for the reason that jsonScanner.ts names.
const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;

/** The bytes that end and quote cells; -1 for none. */
export interface CellMarks {
  readonly separator: number;
  readonly rowEnd: number;
  readonly quote: number;
}

/** Those of RFC 4180, which exports have. */
export const ownMarks: CellMarks = { separator: comma, rowEnd: lineFeed, quote };

/**
 * The index of the separator or row end that ends the cell in `bytes[start, end)`, or one of the constants above. A carriage
 * return counts as text unless it is the row end; a byte order mark before the first cell is the caller's to skip. `state`: what
 * the bytes before `start` ended with.
 */
export function endOfCell(
  bytes: Uint8Array,
  start: number,
  end: number,
  state = atCellStart,
  marks: CellMarks = ownMarks,
): number {
  const { separator, rowEnd, quote: mark } = marks;
  const highest = Math.max(mark, separator, rowEnd);
  const isNew = state === atCellStart;
  if (isNew && start >= end) return atCellStart;
  if (isNew ? bytes[start] !== mark : state === unfinishedCell) {
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > highest) continue; // most bytes are letters and digits
      if (byte === separator || byte === rowEnd) return at;
    }
    return unfinishedCell;
  }
  let isInQuotes = state === unfinishedInQuotes;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > highest) continue;
    if (byte === mark) isInQuotes = !isInQuotes;
    else if (!isInQuotes && (byte === separator || byte === rowEnd)) return at;
  }
  return isInQuotes ? unfinishedInQuotes : unfinishedAfterQuotes;
}

/** Like `endOfCell`, up to the line feed that ends the row. */
export function endOfRow(bytes: Uint8Array, start: number, end: number, state = atCellStart): number {
  let found = endOfCell(bytes, start, end, state);
  while (found >= 0 && bytes[found] === comma) found = endOfCell(bytes, found + 1, end);
  return found;
}

/** The cells that are separated by commas in `bytes[start, end)`. */
export function countCells(bytes: Uint8Array, start: number, end: number, state = atCellStart): number {
  let cells = 1;
  let at = endOfCell(bytes, start, end, state);
  for (; at >= 0; at = endOfCell(bytes, at + 1, end)) cells++;
  return cells;
}
