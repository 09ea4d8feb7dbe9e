// Writes persons to a file in the export's format: a JSON list, NDJSON, or a CSV.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvColumns, printCell } from '#exports/csv/csvColumns.ts';
import { addColumnsOf, flattenPerson } from '#exports/csv/flattenPerson.ts';
import { readChunks, toExportError } from '#exports/files/exportError.ts';
import { createPartFile, type PartFile } from '#exports/files/partFile.ts';
import { carriageReturn, lineFeed, space } from '#exports/scan/byteCodes.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { ExportOptions } from './exportOptions.ts';

export interface PersonWriter {
  write(person: Uint8Array, mayHaveLineEnds: boolean): void;
  /** Whether the last column has what has none of its own. */
  readonly isFull: boolean;
  /** Continues what the part holds already, and calls `onPerson` for each person in it. */
  restore(onPerson: (person: Uint8Array) => void): Promise<void>;
  /** Resolves with the part that is the finished file, which may be another one than was written to. */
  end(onChunk: () => void): Promise<PartFile>;
}

export function createPersonWriter(
  options: Pick<ExportOptions, 'format' | 'directory' | 'fileName' | 'signal'>,
  part: PartFile,
): PersonWriter {
  switch (options.format) {
    case 'csvAll':
      return new CsvPersonWriter({ ...options, part });
    case 'json':
      return new JsonPersonWriter(part, jsonFrame);
    case 'ndjson':
      return new JsonPersonWriter(part, ndjsonFrame);
    case 'csv':
      throw new Error('The CSV of the service is written as it comes.');
  }
}

// Persons as a JSON list or as NDJSON: one person a line, each byte for byte as it came, with spaces for its line ends.

/** The text around and between persons. */
interface Frame {
  /** Whether the whole file is one JSON value; otherwise each line is. */
  readonly isJson: boolean;
  readonly before: Buffer;
  readonly between: Buffer;
  readonly after: Buffer;
  /** The whole file if there are no persons. */
  readonly empty: Buffer;
}

const jsonFrame: Frame = {
  isJson: true,
  before: Buffer.from('[\n'),
  between: Buffer.from(',\n'),
  after: Buffer.from('\n]\n'),
  empty: Buffer.from('[]\n'),
};
export const ndjsonFrame: Frame = {
  isJson: false,
  before: Buffer.from(''),
  between: Buffer.from('\n'),
  after: Buffer.from('\n'),
  empty: Buffer.from(''),
};

const readBytes = 256 * 1024;

export class JsonPersonWriter {
  readonly isFull = false;
  readonly #part: PartFile;
  readonly #frame: Frame;
  #isEmpty = true;

  constructor(part: PartFile, frame: Frame) {
    this.#part = part;
    this.#frame = frame;
  }

  write(person: Uint8Array, mayHaveLineEnds: boolean): void {
    const { before, between } = this.#frame;
    this.#part.append(this.#isEmpty ? before : between);
    this.#part.append(mayHaveLineEnds ? onOneLine(person) : person);
    this.#isEmpty = false;
  }

  async restore(onPerson: (person: Uint8Array) => void): Promise<void> {
    for await (const persons of readWrittenPersons(this.#part.partPath, this.#frame)) {
      if (persons.length > 0) this.#isEmpty = false;
      for (const person of persons) onPerson(person);
    }
  }

  async end(): Promise<PartFile> {
    this.#part.append(this.#isEmpty ? this.#frame.empty : this.#frame.after);
    return this.#part;
  }
}

/** The persons of a part, a chunk of the file at a time. Throws ExportError. */
async function* readWrittenPersons(file: string, frame: Frame): AsyncGenerator<readonly Uint8Array[]> {
  let persons: Uint8Array[] = [];
  const scanner = new PageScanner((person) => persons.push(person));
  if (!frame.isJson) scanner.push(Buffer.from('[')); // lines are a list without its brackets
  try {
    for await (const chunk of readChunks(file, { highWaterMark: readBytes })) {
      scanner.push(chunk);
      yield persons;
      persons = [];
    }
  } catch (error) {
    throw toExportError(error, file);
  }
  scanner.end();
  yield persons;
}

/** Line ends occur only between JSON tokens, where a space means the same. */
export function onOneLine(person: Uint8Array): Uint8Array {
  if (!person.includes(lineFeed) && !person.includes(carriageReturn)) return person;
  return person.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte));
}

// A CSV of all persons. Its columns are those of all of them, so they are known at the end only: until then, the part holds the
// persons' JSON, one a line, and the CSV is written from that.

/** Other work of the extension host waits no longer. */
const maxBlockMs = 20;

interface CsvTarget {
  readonly part: PartFile;
  /** The folder for the CSV. */
  readonly directory: string;
  readonly fileName: string;
  readonly signal: AbortSignal;
  /** What the columns are sorted by; their names if absent. */
  readonly sortKeyOf?: ((name: string) => string) | undefined;
}

export class CsvPersonWriter {
  readonly #target: CsvTarget;
  readonly #lines: JsonPersonWriter;
  readonly #columns: CsvColumns;

  constructor(target: CsvTarget) {
    this.#target = target;
    this.#lines = new JsonPersonWriter(target.part, ndjsonFrame);
    this.#columns = new CsvColumns(target.sortKeyOf);
  }

  get isFull(): boolean {
    return this.#columns.hasRest;
  }

  write(person: Uint8Array, mayHaveLineEnds: boolean): void {
    addColumnsOf(person, this.#columns);
    this.#lines.write(person, mayHaveLineEnds);
  }

  async restore(onPerson: (person: Uint8Array) => void): Promise<void> {
    await this.#lines.restore((person) => {
      addColumnsOf(person, this.#columns);
      onPerson(person);
    });
  }

  /** Resolves with another part than was written to. Throws ExportError, and the signal's reason. */
  async end(onChunk: () => void): Promise<PartFile> {
    const { directory, fileName, signal } = this.#target;
    const lines = await this.#lines.end();
    await lines.flush();
    const table = await createPartFile(directory, fileName);
    try {
      const order = this.#columns.sorted();
      if (order.length > 0)
        table.append(
          rowOf(
            order.map((column, place) => [place, this.#columns.names[column] ?? '']),
            order.length,
          ),
        );
      const places = placesOf(order);
      let turnMs = performance.now();
      for await (const persons of readWrittenPersons(lines.partPath, ndjsonFrame)) {
        for (const person of persons) {
          const cells = [...flattenPerson(person, this.#columns)].map(
            ([column, { text }]) => [places[column] ?? 0, text] as const,
          );
          table.append(rowOf(cells, order.length));
          if (!table.isFull && performance.now() - turnMs < maxBlockMs) continue;
          signal.throwIfAborted();
          onChunk();
          await (table.isFull ? table.drained() : nextTurn());
          turnMs = performance.now();
        }
      }
      return table;
    } catch (error) {
      await table.discard();
      throw error;
    }
  }
}

/** The place of each column in a row. */
function placesOf(order: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, column] of order.entries()) places[column] = place;
  return places;
}

/** Only what is filled costs time: of thousands of columns, a person has few. */
function rowOf(cells: readonly (readonly [place: number, text: string])[], length: number): Buffer {
  let row = '';
  let at = 0;
  for (const [place, text] of cells.toSorted(([one], [other]) => one - other)) {
    row += ','.repeat(place - at) + printCell(text);
    at = place;
  }
  return Buffer.from(`${row}${','.repeat(Math.max(0, length - 1 - at))}\r\n`);
}
