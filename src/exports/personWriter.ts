// Writes persons to a file in the export's format: a JSON list, NDJSON, or a CSV.
import { CsvPersonWriter } from './csvPersonWriter.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import type { ExportOptions } from './exportOptions.ts';
import { jsonFrame, JsonPersonWriter, ndjsonFrame } from './jsonPersonWriter.ts';

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
