// Persons as a JSON list or as NDJSON: one person a line, each byte for byte as it came, with spaces for its line ends.
import { carriageReturn, lineFeed, space } from '#exports/scan/byteCodes.ts';
import { readChunks } from '#exports/files/diskAction.ts';
import { toExportError } from '#exports/files/exportError.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';

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

export const jsonFrame: Frame = {
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
export async function* readWrittenPersons(file: string, frame: Frame): AsyncGenerator<readonly Uint8Array[]> {
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
