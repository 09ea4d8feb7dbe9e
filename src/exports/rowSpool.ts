// Rows on their way to a CSV whose columns are known only at the end. A spool is a file of records:
//   a column: 0, the name's length, the name;  a row: its length, its id's length, the id, then its cells,
//   each as column, length, bytes.
// All numbers are little-endian base 128. Cells are CSV already, so the second pass only puts them in order.
import { createReadStream } from 'node:fs';
import type { CsvColumns } from './csvColumns.ts';
import { toExportError } from './errors.ts';
import { flattenPerson } from './flattenPerson.ts';
import type { PartFile } from './partFile.ts';

/** Grows to the largest row there is. */
export class Bytes {
  buffer: Buffer = Buffer.allocUnsafeSlow(64 * 1024);
  length = 0;

  number(value: number): void {
    this.#reserve(6);
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  copy(bytes: Uint8Array, start: number, end: number): void {
    const count = end - start;
    this.#reserve(count);
    if (count > 48) this.buffer.set(bytes.subarray(start, end), this.length);
    else for (let at = 0; at < count; at++) this.buffer[this.length + at] = bytes[start + at] ?? 0;
    this.length += count;
  }

  byte(value: number, times: number): void {
    this.#reserve(times);
    if (times < 16) for (let at = 0; at < times; at++) this.buffer[this.length + at] = value;
    else this.buffer.fill(value, this.length, this.length + times);
    this.length += times;
  }

  /** Valid until the next change. */
  view(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

export function spoolColumn(part: PartFile, name: string): void {
  const bytes = Buffer.from(name);
  const record = new Bytes();
  record.number(0);
  record.number(bytes.length);
  record.copy(bytes, 0, bytes.length);
  part.appendCopy(record.view());
}

/** Returns a function that appends one person. */
export function createRowSpooler(
  part: PartFile,
  columns: CsvColumns,
): (person: Uint8Array, id: Uint8Array | undefined) => void {
  const row = new Bytes();
  const head = new Bytes();
  return (person, id = new Uint8Array()) => {
    row.length = 0;
    row.number(id.length);
    row.copy(id, 0, id.length);
    flattenPerson(person, columns, (column, cell, start, end) => {
      row.number(column);
      row.number(end - start);
      row.copy(cell, start, end);
    });
    head.length = 0;
    head.number(row.length);
    part.appendCopy(head.view());
    part.appendCopy(row.view());
  };
}

export interface SpoolReader {
  onColumn(name: string): void;
  /** A row's id; its cells lie in `bytes[start, end)`. Valid during the call. */
  onRow(id: Uint8Array, bytes: Uint8Array, start: number, end: number): void;
  /** After every chunk; what it awaits holds the reading back. */
  onChunk(): Promise<void>;
}

/** Reads the first `byteCount` bytes of a spool. A record that is cut off at the end is left out. */
export async function readSpool(file: string, byteCount: number, reader: SpoolReader): Promise<void> {
  if (byteCount === 0) return;
  let carried: Uint8Array = new Uint8Array();
  const stream = createReadStream(file, { end: byteCount - 1, highWaterMark: 1024 * 1024 });
  try {
    for await (const read of stream) {
      if (!(read instanceof Uint8Array)) continue;
      const chunk = carried.length === 0 ? read : Buffer.concat([carried, read]);
      carried = chunk.subarray(readRecords(chunk, reader));
      await reader.onChunk();
    }
  } catch (error) {
    throw toExportError(error, file);
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
      reader.onRow(chunk.subarray(cursor.at, cells), chunk, cells, end);
    }
    cursor.at = end;
  }
}

/** Undefined where the bytes end first. */
export function readNumber(bytes: Uint8Array, cursor: { at: number }): number | undefined {
  let value = 0;
  for (let scale = 1; ; scale *= 0x80) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) return undefined;
    if (byte < 0x80) return value + byte * scale;
    value += (byte - 0x80) * scale;
  }
}
