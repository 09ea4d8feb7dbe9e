// Persons as a JSON list or as NDJSON: one person a line, each byte for byte as it came, with spaces for its line ends.
import { carriageReturn, lineFeed, space } from '#exports/scan/byteCodes.ts';
import { readChunks } from '#exports/files/diskAction.ts';
import { toExportError } from '#exports/files/exportError.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { PersonId } from '#exports/scan/personId.ts';

/** The text around and between persons. */
interface Frame {
  readonly before: Buffer;
  readonly between: Buffer;
  readonly after: Buffer;
  /** The whole file if there are no persons. */
  readonly empty: Buffer;
}

export const jsonFrame: Frame = {
  before: Buffer.from('[\n'),
  between: Buffer.from(',\n'),
  after: Buffer.from('\n]\n'),
  empty: Buffer.from('[]\n'),
};
export const ndjsonFrame: Frame = {
  before: Buffer.from(''),
  between: Buffer.from('\n'),
  after: Buffer.from('\n'),
  empty: Buffer.from(''),
};

const readBytes = 1024 * 1024;

export class JsonPersonWriter {
  readonly segments = undefined;
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

  endPage(): void {}

  async restore(_segments: unknown, onPerson: (id: PersonId | undefined) => void): Promise<void> {
    const scanner = new PageScanner((person) => {
      this.#isEmpty = false;
      onPerson(readPersonId(person));
    });
    if (this.#frame === ndjsonFrame) scanner.push(Buffer.from('[')); // lines are a list without its brackets
    try {
      for await (const chunk of readChunks(this.#part.partPath, { highWaterMark: readBytes }))
        scanner.push(chunk);
    } catch (error) {
      throw toExportError(error, this.#part.partPath);
    }
    scanner.end();
  }

  async end(): Promise<PartFile> {
    this.#part.append(this.#isEmpty ? this.#frame.empty : this.#frame.after);
    return this.#part;
  }
}

/** Line ends occur only between JSON tokens, where a space means the same. */
export function onOneLine(person: Uint8Array): Uint8Array {
  if (!person.includes(lineFeed) && !person.includes(carriageReturn)) return person;
  return person.map((byte) => (byte === lineFeed || byte === carriageReturn ? space : byte));
}
