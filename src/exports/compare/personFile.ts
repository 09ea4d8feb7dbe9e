// The persons of an export, each as JSON with its place in the file: NDJSON, JSON with a person a line, and CSV, where a row
// becomes an object with a text for each cell that is not empty.
import { createReadStream } from 'node:fs';
import { readCell } from '#exports/csv/csvCell.ts';
import { toExportError } from '#exports/files/exportError.ts';
import {
  byteOrderMark,
  carriageReturn,
  closeBracket,
  comma,
  lineFeed,
  openBracket,
} from '#exports/scan/bytes.ts';
import { endOfCell, endOfRow } from '#exports/scan/csvScanner.ts';
import { BlockReader } from './blockReader.ts';

/** So many persons take about 10 ms to compare; whatever else the process does waits for it. */
const readBytes = 256 * 1024;

export interface FilePerson {
  readonly json: Buffer;
  readonly start: number;
  /** Bytes of the person in the file, without the line's end. */
  readonly length: number;
}

export class PersonFile {
  readonly #path: string;
  readonly #isCsv: boolean;
  /** The names in the first row of a CSV, once it is read. */
  #columns: readonly string[] | undefined;

  constructor(file: string) {
    this.#path = file;
    this.#isCsv = isCsv(file);
  }

  /** Many at a time; empty lines are left out. Throws ExportError. */
  async *persons(signal: AbortSignal): AsyncGenerator<readonly FilePerson[]> {
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    try {
      const chunks: AsyncIterable<Buffer> = createReadStream(this.#path, {
        highWaterMark: readBytes,
        signal,
      });
      for await (const chunk of chunks) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        const persons: FilePerson[] = [];
        let from = 0;
        for (let end = this.#endOfLine(bytes, from); end >= 0; end = this.#endOfLine(bytes, from)) {
          this.#addPerson(persons, bytes.subarray(from, end), start + from);
          from = end + 1;
        }
        rest = bytes.subarray(from);
        start += from;
        yield persons;
      }
    } catch (error) {
      throw toExportError(error, this.#path);
    }
    const last: FilePerson[] = [];
    this.#addPerson(last, rest, start);
    if (last.length > 0) yield last;
  }

  /** Reads single persons, of a CSV after `persons`. The caller closes it. */
  open(): PersonReader {
    const reader = new BlockReader(this.#path);
    return {
      read: async (start, length) => this.#toJson(await reader.read(start, length)),
      close: () => reader.close(),
    };
  }

  #endOfLine(bytes: Buffer, from: number): number {
    return this.#isCsv ? endOfRow(bytes, from, bytes.length) : bytes.indexOf(lineFeed, from);
  }

  #addPerson(persons: FilePerson[], line: Buffer, start: number): void {
    const last = line[line.length - 1];
    const isCut = last === (this.#isCsv ? carriageReturn : comma);
    const bytes = isCut ? line.subarray(0, -1) : line;
    if (bytes.length === 0 || (!this.#isCsv && isBracket(bytes))) return;
    if (this.#isCsv && this.#columns === undefined) this.#columns = readRow(withoutMark(bytes));
    else persons.push({ json: this.#toJson(bytes), start, length: bytes.length });
  }

  #toJson(bytes: Buffer): Buffer {
    if (!this.#isCsv) return bytes;
    const cells = readRow(bytes).map((cell, index) => [this.#columns?.[index] ?? '', cell] as const);
    return Buffer.from(JSON.stringify(Object.fromEntries(cells.filter(([, cell]) => cell !== ''))));
  }
}

export interface PersonReader {
  /** Valid until the next call. Throws ExportError. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** Its cells are texts: null, nothing and an empty text are the same, so properties cannot be compared. */
export function isCsv(file: string): boolean {
  return file.endsWith('.csv');
}

function withoutMark(bytes: Buffer): Buffer {
  const { length } = byteOrderMark;
  return bytes.subarray(0, length).equals(byteOrderMark) ? bytes.subarray(length) : bytes;
}

/** `[`, `]`, and `[]` where there are no persons. */
function isBracket(line: Uint8Array): boolean {
  return line.length <= 2 && line.every((byte) => byte === openBracket || byte === closeBracket);
}

function readRow(bytes: Uint8Array): readonly string[] {
  const cells: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const found = endOfCell(bytes, start, bytes.length);
    const end = found < 0 ? bytes.length : found;
    cells.push(readCell(bytes, start, end));
    start = end + 1;
  }
  return cells;
}
