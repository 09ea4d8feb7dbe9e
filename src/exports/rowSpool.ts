// Rows on their way to a CSV whose columns are known only at the end. A spool is a file of records:
//   a column: 0, the name's length, the name;  a row: its length, its id's length, the id, then its cells,
//   each as column, length, bytes.
// All numbers are little-endian base 128. Cells are CSV already, so the second pass only puts them in order.
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { Bytes } from './bytes.ts';
import type { CsvColumns } from './csvColumns.ts';
import { toExportError } from './errors.ts';
import type { Range } from './personId.ts';
import { flattenPerson, flattenPersonAt } from './flattenPerson.ts';
import type { PartFile } from './partFile.ts';

export function spoolColumn(part: PartFile, name: string): void {
  const bytes = Buffer.from(name);
  const record = new Bytes();
  record.number(0);
  record.number(bytes.length);
  record.copy(bytes, 0, bytes.length);
  part.appendCopy(record.view());
}

export function createRowSpooler(part: PartFile, columns: CsvColumns) {
  const cells = new Bytes();
  const idHead = new Bytes();
  const head = new Bytes();
  let flattened: { readonly bytes: Uint8Array; readonly end: number } | undefined;
  return {
    /** Flattens the person that begins at `start`, and returns where it ends; -1 where it goes on after `bytes`. */
    measure(bytes: Uint8Array, start: number): number {
      cells.length = 0;
      const end = flattenPersonAt(bytes, start, columns, cells);
      flattened = end < 0 ? undefined : { bytes, end };
      return end;
    },
    write(person: Uint8Array, { start, end }: Range = { start: 0, end: 0 }): void {
      if (!endsAt(person, flattened)) {
        cells.length = 0;
        flattenPerson(person, columns, cells);
      }
      flattened = undefined;
      idHead.length = 0;
      idHead.number(end - start);
      idHead.copy(person, start, end);
      head.length = 0;
      head.number(idHead.length + cells.length);
      part.appendCopy(head.view());
      part.appendCopy(idHead.view());
      part.appendCopy(cells.view());
    },
  };
}

/** True for the very person that was measured last. */
function endsAt(
  person: Uint8Array,
  last: { readonly bytes: Uint8Array; readonly end: number } | undefined,
): boolean {
  if (last === undefined || last.bytes.buffer !== person.buffer) return false;
  return last.bytes.byteOffset + last.end === person.byteOffset + person.length;
}

export interface SpoolReader {
  onColumn(name: string): void;
  /** A row's id; its cells lie in `bytes[start, end)`. Valid during the call. */
  onRow(bytes: Uint8Array, id: Range, start: number, end: number): void;
  /** After every chunk; what it awaits holds the reading back. */
  onChunk(): Promise<void>;
}

/** Reads the first `byteCount` bytes of a spool. A record that is cut off at the end is left out. */
export async function readSpool(file: string, byteCount: number, reader: SpoolReader): Promise<void> {
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

const windowBytes = 1024 * 1024;

/** One window slides over the file, so that its size does not matter; it grows where a record does not fit. */
async function readThrough(handle: FileHandle, byteCount: number, reader: SpoolReader): Promise<void> {
  let window = Buffer.allocUnsafeSlow(windowBytes);
  let filled = 0;
  for (let position = 0; position < byteCount;) {
    const wanted = Math.min(window.length - filled, byteCount - position);
    const { bytesRead } = await handle.read(window, filled, wanted, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    filled += bytesRead;
    const used = readRecords(window.subarray(0, filled), reader);
    window.copyWithin(0, used, filled);
    filled -= used;
    if (filled === window.length) window = Buffer.concat([window, Buffer.allocUnsafeSlow(window.length)]);
    await reader.onChunk();
  }
}

/** Returns the index after the last whole record. */
function readRecords(chunk: Uint8Array, reader: SpoolReader): number {
  const cursor = { at: 0 };
  for (;;) {
    const start = cursor.at;
    const rowLength = readNumber(chunk, cursor);
    const length = rowLength === 0 ? readNumber(chunk, cursor) : rowLength;
    const end = cursor.at + (length ?? 0);
    if (length === undefined || end > chunk.length) return start;
    if (rowLength === 0) reader.onColumn(Buffer.from(chunk.subarray(cursor.at, end)).toString('utf8'));
    else {
      const idLength = readNumber(chunk, cursor) ?? 0;
      const cells = cursor.at + idLength;
      reader.onRow(chunk, { start: cursor.at, end: cells }, cells, end);
    }
    cursor.at = end;
  }
}

/** Undefined where the bytes end first. */
export function readNumber(bytes: Uint8Array, cursor: { at: number }): number | undefined {
  const first = bytes[cursor.at];
  if (first !== undefined && first < 0x80) {
    cursor.at++;
    return first;
  }
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return undefined;
    if (byte < 0x80) return value + byte * scale;
    value += (byte - 0x80) * scale;
  }
}
