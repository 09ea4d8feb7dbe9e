// Reads back a CSV of all persons: each row ends with CR LF, cells have quotes where they need them.
import { readChunks } from '#exports/files/diskAction.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { comma } from '#exports/scan/byteCodes.ts';
import { endOfCell } from '#exports/scan/csvScanner.ts';

const chunkBytes = 1024 * 1024;

/** Its cells by their place: each is `bytes[starts[place], ends[place])`, quotes included. */
export interface CsvRow {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Calls `onRow` for each row in `[from, to)` of `file`, which is valid during the call, and waits for `onChunk` after each
 * chunk. A row that is cut off at the end is left out. Throws ExportError if the file cannot be read.
 */
export async function readCsvRows(
  file: string,
  range: ByteRange,
  onRow: (row: CsvRow) => void,
  onChunk: () => Promise<void> = async () => undefined,
): Promise<void> {
  const joiner = new ChunkJoiner((bytes) => splitRows(bytes, onRow));
  for await (const chunk of readRange(file, range)) {
    joiner.push(chunk);
    await onChunk();
  }
  joiner.end();
}

/** The bytes in `[from, to)` of `file`. Throws ExportError if it cannot be read. */
export async function* readRange(file: string, { from, to }: ByteRange): AsyncGenerator<Buffer> {
  if (to <= from) return;
  try {
    yield* readChunks(file, { start: from, end: to - 1, highWaterMark: chunkBytes });
  } catch (error) {
    throw toExportError(error, file);
  }
}

/** Finds the rows in bytes that begin with one, and returns the index after the last whole one. */
function splitRows(bytes: Uint8Array, onRow: (row: CsvRow) => void): number {
  const { length } = bytes;
  let rowStart = 0;
  let starts: number[] = [];
  let ends: number[] = [];
  for (let start = 0; ;) {
    const end = endOfCell(bytes, start, length);
    if (end < 0) return rowStart;
    const isLast = bytes[end] !== comma;
    starts.push(start);
    ends.push(isLast ? end - 1 : end); // a carriage return precedes the line feed
    start = end + 1;
    if (!isLast) continue;
    onRow({ bytes, starts, ends });
    rowStart = start;
    starts = [];
    ends = [];
  }
}
