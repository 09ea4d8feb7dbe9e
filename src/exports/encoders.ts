// What persons become in a file: lines of a JSON list, lines of NDJSON, or rows of a CSV.
import { createReadStream } from 'node:fs';
import { AllPersonsCsv } from '#exports/csv/allPersonsCsv.ts';
import type { CsvSegment } from '#exports/files/checkpoint.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import type { ExportOptions } from './types.ts';

export interface Encoder {
  write(person: Uint8Array): void;
  /** Nothing of the page that ends here is held back any more. */
  endPage(): void;
  /** What it takes besides the part to go on from its end. */
  readonly segments: readonly CsvSegment[] | undefined;
  /** Takes up what the part holds already. */
  replay(segments: readonly CsvSegment[], onPerson: (id: PersonId | undefined) => void): Promise<void>;
  /** Resolves with the part that is the finished file; another than the one written to has been made for it, maybe. */
  end(onPiece: () => void): Promise<PartFile>;
}

export function createEncoder(options: ExportOptions, part: PartFile): Encoder {
  if (options.format === 'csvAll') return new AllPersonsCsv({ ...options, part });
  return options.format === 'ndjson' ? createLineEncoder(part, ndjson) : createLineEncoder(part, json);
}

/** What stands around and between persons. */
interface Frame {
  readonly before: string;
  readonly between: string;
  readonly after: string;
  readonly none: string;
  readonly isOneLineEach: boolean;
}

const json: Frame = { before: '[\n', between: ',\n', after: '\n]\n', none: '[]\n', isOneLineEach: false };
const ndjson: Frame = { before: '', between: '\n', after: '\n', none: '', isOneLineEach: true };

function createLineEncoder(part: PartFile, frame: Frame): Encoder {
  const before = Buffer.from(frame.before);
  const between = Buffer.from(frame.between);
  let isEmpty = true;
  return {
    segments: undefined,
    write(person) {
      part.append(isEmpty ? before : between);
      part.append(frame.isOneLineEach ? onOneLine(person) : person);
      isEmpty = false;
    },
    endPage: () => undefined,
    async replay(_segments, onPerson) {
      const scanner = new PageScanner((person) => {
        isEmpty = false;
        onPerson(readPersonId(person));
      });
      if (frame.before === '') scanner.push(Buffer.from('[')); // lines are a list without its brackets
      await readFileChunks(part.partPath, (chunk) => scanner.push(chunk));
    },
    async end() {
      part.append(Buffer.from(isEmpty ? frame.none : frame.after));
      return part;
    },
  };
}

/** A line's end inside JSON can only stand between its tokens, where a space says the same. */
function onOneLine(person: Uint8Array): Uint8Array {
  if (!person.includes(0x0a) && !person.includes(0x0d)) return person;
  return person.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}

async function readFileChunks(file: string, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  try {
    for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
      if (chunk instanceof Uint8Array) onChunk(chunk);
    }
  } catch (error) {
    throw toExportError(error, file);
  }
}
