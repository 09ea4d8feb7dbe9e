// Reads a CSV that was written here back from the disk: each row ends with CR LF, cells have quotes where they need them.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { keptOfCsv, lookAt, mostBytes, separatorsUpTo } from '#exports/scan/borders.ts';
import { toExportError } from '#exports/files/exportError.ts';

const quote = 0x22;
const lineFeed = 0x0a;

/** Its cells by their place: each is `bytes[starts, ends)`, quotes included. */
export interface CsvRow {
  bytes: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  /** Cells; what is behind them in `starts` and `ends` is none of this row's. */
  count: number;
}

/** Reads the rows in `[from, to)` of `file`; each is valid during the call. A row that is cut off at the end is left out. */
export async function readCsvRows(
  file: string,
  from: number,
  to: number,
  onRow: (row: CsvRow) => void,
): Promise<void> {
  try {
    const handle = await open(file, 'r');
    try {
      await readThrough(handle, from, to, onRow);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toExportError(error, file);
  }
}

/** A cell's text without its quotes. */
export function cellText(bytes: Uint8Array, from: number, to: number): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes[from] !== quote) return buffer.toString('utf8', from, to);
  const isClosed = to - from > 1 && bytes[to - 1] === quote;
  const inside = buffer.toString('utf8', from + 1, isClosed ? to - 1 : to);
  return inside.includes('"') ? inside.replaceAll('""', '"') : inside;
}

export function quotedCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const windowBytes = 4 * mostBytes;

/** One window slides over the file, so that its size does not matter; it grows where a row does not fit. */
async function readThrough(
  handle: FileHandle,
  from: number,
  to: number,
  onRow: (row: CsvRow) => void,
): Promise<void> {
  let window = Buffer.allocUnsafeSlow(Math.min(windowBytes, to - from));
  let filled = 0;
  const split = createSplitter(onRow);
  for (let position = from; position < to;) {
    const wanted = Math.min(window.length - filled, to - position);
    const { bytesRead } = await handle.read(window, filled, wanted, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    filled += bytesRead;
    const used = split(window.subarray(0, filled));
    window.copyWithin(0, used, filled);
    filled -= used;
    if (filled === window.length) window = Buffer.concat([window, Buffer.allocUnsafeSlow(window.length)]);
  }
}

/** Tells of the rows that are whole in a chunk, which begins with one, and gives the index after the last one. */
function createSplitter(onRow: (row: CsvRow) => void): (chunk: Uint8Array) => number {
  const row: CsvRow = {
    bytes: new Uint8Array(),
    starts: new Int32Array(64),
    ends: new Int32Array(64),
    count: 0,
  };
  return (chunk) => {
    row.bytes = chunk;
    row.count = 0;
    let rowStart = 0;
    let cellStart = 0;
    let isQuoted = false;
    for (let from = 0; from < chunk.length; from += mostBytes) {
      const piece = chunk.subarray(from, from + mostBytes);
      lookAt(piece);
      for (const place of separatorsUpTo(piece.length, isQuoted)) {
        const at = from + place;
        const isRowEnd = chunk[at] === lineFeed;
        if (row.count === row.ends.length) grow(row);
        row.starts[row.count] = cellStart;
        row.ends[row.count++] = isRowEnd ? at - 1 : at;
        cellStart = at + 1;
        if (!isRowEnd) continue;
        onRow(row);
        row.count = 0;
        rowStart = cellStart;
      }
      isQuoted = keptOfCsv().isQuoted;
    }
    return rowStart;
  };
}

function grow(row: CsvRow): void {
  const { starts, ends } = row;
  row.starts = new Int32Array(2 * starts.length);
  row.ends = new Int32Array(2 * ends.length);
  row.starts.set(starts);
  row.ends.set(ends);
}
