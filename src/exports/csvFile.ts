// Reads a CSV that was written here back from the disk: each row ends with CR LF, cells have quotes where they need them.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Cells } from './cells.ts';
import { toExportError } from './errors.ts';

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;

export interface CsvRowReader {
  onHeader(names: readonly string[]): void;
  /** `cells` by their place in the row, valid during the call; the row has so many bytes. */
  onRow(cells: Cells, byteCount: number): void;
  /** After every chunk; what it awaits holds the reading back. */
  onChunk(): Promise<void>;
}

/** Reads the first `byteCount` bytes of `file`. A row that is cut off at the end is left out. */
export async function readCsvRows(file: string, byteCount: number, reader: CsvRowReader): Promise<void> {
  try {
    const handle = await open(file, 'r');
    try {
      await readThrough(handle, byteCount, reader);
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

const windowBytes = 1024 * 1024;

/** One window slides over the file, so that its size does not matter; it grows where a row does not fit. */
async function readThrough(handle: FileHandle, byteCount: number, reader: CsvRowReader): Promise<void> {
  let window = Buffer.allocUnsafeSlow(windowBytes);
  let filled = 0;
  const split = createSplitter(reader);
  for (let position = 0; position < byteCount;) {
    const wanted = Math.min(window.length - filled, byteCount - position);
    const { bytesRead } = await handle.read(window, filled, wanted, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    filled += bytesRead;
    const used = split(window.subarray(0, filled));
    window.copyWithin(0, used, filled);
    filled -= used;
    if (filled === window.length) window = Buffer.concat([window, Buffer.allocUnsafeSlow(window.length)]);
    await reader.onChunk();
  }
}

/** Tells of the rows that are whole in a chunk, and gives the index after the last one. */
function createSplitter(reader: CsvRowReader): (chunk: Uint8Array) => number {
  const cells = new Cells();
  let isHeader = true;
  return (chunk) => {
    let rowStart = 0;
    let cellStart = 0;
    let place = 0;
    let isQuoted = false;
    cells.clear(chunk);
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (byte > comma) continue; // most bytes are letters and digits
      if (byte === quote) isQuoted = !isQuoted;
      else if (isQuoted) continue;
      else if (byte === comma) {
        cells.put(place++, cellStart, at);
        cellStart = at + 1;
      } else if (byte === lineFeed) {
        cells.put(place, cellStart, at - 1);
        if (isHeader) reader.onHeader(textsOf(cells, place + 1));
        else reader.onRow(cells, at - rowStart);
        isHeader = false;
        cells.clear(chunk);
        rowStart = at + 1;
        cellStart = rowStart;
        place = 0;
      }
    }
    return rowStart;
  };
}

function textsOf({ bytes, starts, ends }: Cells, count: number): string[] {
  return Array.from({ length: count }, (_, place) => cellText(bytes, starts[place] ?? 0, ends[place] ?? 0));
}
