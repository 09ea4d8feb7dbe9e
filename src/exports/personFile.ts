// The persons of an export, each as JSON with its place in the file: NDJSON, JSON with a person a line, and CSV, where a row
// becomes an object with a text for each cell that is not empty.
import { open, type FileHandle } from 'node:fs/promises';
import { retryInUse } from '#disk/moveFile.ts';
import { maxColumns, readCell } from '#exports/csv/csvColumns.ts';
import { readChunks, onDisk } from '#exports/files/diskSteps.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { linesOf } from '#exports/files/exportFormat.ts';
import {
  byteOrderMark,
  carriageReturn,
  closeBracket,
  comma,
  lineFeed,
  openBracket,
} from '#exports/scan/byteCodes.ts';
import { endOfCell, endOfRow } from '#exports/scan/csvScanner.ts';

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
  readonly #lines: PersonLineFormat;

  /** @param lines how it holds persons: by its extension, unless it is the part of another file */
  constructor(file: string, lines = linesOf(file)) {
    this.#path = file;
    this.#lines = lines === 'csv' ? new CsvRows() : jsonLines;
  }

  /** Many at a time; empty lines are left out. Throws ExportError. */
  async *persons(signal: AbortSignal): AsyncGenerator<readonly FilePerson[]> {
    let rest: Buffer = Buffer.alloc(0);
    let start = 0;
    try {
      for await (const chunk of readChunks(this.#path, { highWaterMark: readBytes, signal })) {
        const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
        const persons: FilePerson[] = [];
        let from = 0;
        for (let end = this.#lines.endOf(bytes, from); end >= 0; end = this.#lines.endOf(bytes, from)) {
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
      read: async (start, length) => this.#lines.toJson(await reader.read(start, length)),
      close: () => reader.close(),
    };
  }

  #addPerson(persons: FilePerson[], line: Buffer, start: number): void {
    const { separator } = this.#lines;
    const bytes = line[line.length - 1] === separator ? line.subarray(0, -1) : line;
    if (bytes.length === 0 || !this.#lines.holdsPerson(bytes)) return;
    persons.push({ json: this.#lines.toJson(bytes), start, length: bytes.length });
  }
}

/** How the lines of a file hold persons. */
interface PersonLineFormat {
  /** Follows a person, before the line's end. */
  readonly separator: number;
  /** -1 if the line does not end in these bytes. */
  endOf(bytes: Buffer, from: number): number;
  /** Called for each line, in order. */
  holdsPerson(line: Buffer): boolean;
  toJson(line: Buffer): Buffer;
}

const jsonLines: PersonLineFormat = {
  separator: comma,
  endOf: (bytes, from) => bytes.indexOf(lineFeed, from),
  holdsPerson: (line) => !isBracket(line),
  toJson: (line) => line,
};

class CsvRows implements PersonLineFormat {
  readonly separator = carriageReturn;
  /** The names in the first row, once it is read. */
  #columns: readonly string[] | undefined;

  endOf(bytes: Buffer, from: number): number {
    const isMarked = this.#columns === undefined && from === 0;
    return endOfRow(bytes, isMarked ? bytes.length - withoutMark(bytes).length : from, bytes.length);
  }

  holdsPerson(row: Buffer): boolean {
    if (this.#columns) return true;
    this.#columns = readRow(withoutMark(row));
    return false;
  }

  toJson(row: Buffer): Buffer {
    const cells = readRow(row).map((cell, index) => [this.#columns?.[index] ?? '', cell] as const);
    return Buffer.from(JSON.stringify(Object.fromEntries(cells.filter(([, cell]) => cell !== ''))));
  }
}

export interface PersonReader {
  /** Valid until the next call. Throws ExportError. */
  readonly read: (start: number, length: number) => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

function withoutMark(bytes: Buffer): Buffer {
  const { length } = byteOrderMark;
  return bytes.subarray(0, length).equals(byteOrderMark) ? bytes.subarray(length) : bytes;
}

/** `[`, `]`, and `[]` if there are no persons. */
function isBracket(line: Uint8Array): boolean {
  return line.length <= 2 && line.every((byte) => byte === openBracket || byte === closeBracket);
}

function readRow(bytes: Uint8Array): readonly string[] {
  const cells: string[] = [];
  for (let start = 0; start <= bytes.length;) {
    const found = endOfCell(bytes, start, bytes.length);
    const end = found < 0 || cells.length === maxColumns - 1 ? bytes.length : found;
    cells.push(readCell(bytes, start, end));
    start = end + 1;
  }
  return cells;
}

const blockBytes = 1024 * 1024;
/** Bytes to read after a jump: few, because the next place may be elsewhere again. */
const jumpBytes = 64 * 1024;

/** Reads small ranges of a file, mostly in rising order: a block at a time, because each system call has a cost. */
class BlockReader {
  readonly #file: string;
  #handle: FileHandle | undefined;
  /** Used again and again: blocks that wait for the garbage collection would take most of a comparison's memory. */
  #buffer: Buffer = Buffer.alloc(0);
  #block: Buffer = this.#buffer;
  #start = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** The bytes are valid until the next call. Throws ExportError. */
  async read(start: number, length: number): Promise<Buffer> {
    if (start < this.#start || start + length > this.#start + this.#block.length) {
      const end = this.#start + this.#block.length;
      const isNear = start >= this.#start && start < end + blockBytes;
      await this.#readBlock(start, Math.max(isNear ? blockBytes : jumpBytes, length));
    }
    return this.#block.subarray(start - this.#start, start - this.#start + length);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  async #readBlock(start: number, length: number): Promise<void> {
    await onDisk(this.#file, async () => {
      this.#handle ??= await retryInUse(() => open(this.#file));
      if (this.#buffer.length < length) this.#buffer = Buffer.alloc(length);
      const { bytesRead } = await this.#handle.read(this.#buffer, 0, length, start);
      this.#block = this.#buffer.subarray(0, bytesRead);
      this.#start = start;
    });
  }
}
