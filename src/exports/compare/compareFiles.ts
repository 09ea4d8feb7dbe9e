// Compares exports by their persons: how many are in one of them alone, in some, in all; and writes each part to a file.
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '#api/apiError.ts';
import { AllPersonsCsv } from '#exports/csv/allPersonsCsv.ts';
import { onDisk } from '#exports/files/diskAction.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { JsonPersons, ndjsonFrame } from '#exports/jsonPersons.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import { BlockReader } from './blockReader.ts';
import { MemberStore, type NewMember } from './memberStore.ts';
import { readPersonLines } from './readPersonLines.ts';

export interface CompareOptions {
  /** NDJSON exports, two to four. They have to stay until the comparison is closed. */
  readonly files: readonly string[];
  /** For a temporary database. */
  readonly scratchDirectory: string;
  readonly signal: AbortSignal;
  /** Called with the persons read so far, of all files. */
  readonly onProgress: (persons: number) => void;
}

export interface WritePartOptions {
  readonly directory: string;
  /** With the extension of the format. */
  readonly fileName: string;
  readonly format: 'ndjson' | 'csv';
  readonly signal: AbortSignal;
}

export interface ComparedPart {
  /** A bit for each file that its persons are in; they are in no other. */
  readonly files: number;
  readonly persons: number;
}

/** Throws ExportError, and ApiError `cancelled`. */
export async function compareFiles(options: CompareOptions): Promise<Comparison> {
  const { files, scratchDirectory, signal } = options;
  await onDisk(scratchDirectory, () => mkdir(scratchDirectory, { recursive: true, mode: 0o700 }));
  const store = new MemberStore(path.join(scratchDirectory, `${randomUUID()}.comparison`));
  try {
    const withoutId = await readFiles(options, store);
    return new Comparison(files, store, withoutId);
  } catch (error) {
    await store.close();
    throw signal.aborted ? cancelled(error) : error;
  }
}

/** @returns the number of persons without an id, who are in no part */
async function readFiles({ files, signal, onProgress }: CompareOptions, store: MemberStore): Promise<number> {
  let persons = 0;
  let withoutId = 0;
  for (const [index, file] of files.entries()) {
    for await (const lines of readPersonLines(file, signal)) {
      const members: NewMember[] = [];
      for (const { bytes, start, length } of lines) {
        const id = readPersonId(bytes);
        if (id === undefined) withoutId++;
        else members.push({ id: hexOf(id), start, length });
      }
      store.add(index, members);
      persons += lines.length;
      onProgress(persons);
    }
  }
  return withoutId;
}

export class Comparison {
  /** The largest first; none is empty. */
  readonly parts: readonly ComparedPart[];
  readonly withoutId: number;
  readonly #files: readonly string[];
  readonly #store: MemberStore;

  constructor(files: readonly string[], store: MemberStore, withoutId: number) {
    this.#files = files;
    this.#store = store;
    this.withoutId = withoutId;
    const counts = [...store.counts()].map(([set, persons]) => ({ files: set, persons }));
    this.parts = counts.toSorted((a, b) => b.persons - a.persons);
  }

  /** Writes the persons of a part. @returns the path. Throws ExportError, and ApiError `cancelled` */
  async write(part: ComparedPart, options: WritePartOptions): Promise<string> {
    const { directory, fileName, signal, format } = options;
    const target = await createPartFile(directory, fileName);
    const readers = this.#files.map((file) => new BlockReader(file));
    const writer =
      format === 'csv'
        ? new AllPersonsCsv({ part: target, directory, fileName, signal })
        : new JsonPersons(target, ndjsonFrame);
    try {
      for (const { file, start, length } of this.#store.placesOf(part.files)) {
        if (signal.aborted) throw cancelled(signal.reason);
        const line = await readers[file]?.read(start, length);
        if (line) writer.write(line);
        if (target.isFull) await target.drained();
      }
      const finished = await writer.end(() => undefined);
      const file = await finished.finish();
      if (finished !== target) await target.discard();
      return file;
    } catch (error) {
      await target.discard();
      throw error;
    } finally {
      for (const reader of readers) await reader.close();
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

function hexOf({ bytes, start, end }: PersonId): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('hex');
}

function cancelled(cause: unknown): ApiError {
  return new ApiError('cancelled', 'The comparison was cancelled.', { cause });
}
