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
import { type MemberCount, MemberStore, type NewMember, type PersonPlace } from './memberStore.ts';
import { describeChange, digestProperties } from './personProperties.ts';
import { readPersonLines } from './readPersonLines.ts';

export interface CompareOptions {
  /** NDJSON exports, two to four. They have to stay until the comparison is closed. */
  readonly files: readonly string[];
  /** For a temporary database. */
  readonly scratchDirectory: string;
  /** Persons whose properties differ are a part of their own. */
  readonly comparesProperties?: boolean;
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

/** `files`: a bit for each file that its persons are in; they are in no other. */
export type ComparedPart = MemberCount;

/** Throws ExportError, and ApiError `cancelled`. */
export async function compareFiles(options: CompareOptions): Promise<Comparison> {
  const { files, scratchDirectory, signal } = options;
  await onDisk(scratchDirectory, () => mkdir(scratchDirectory, { recursive: true, mode: 0o700 }));
  const file = path.join(scratchDirectory, `${randomUUID()}.comparison`);
  const store = new MemberStore(file, options.comparesProperties ?? false);
  try {
    const withoutId = await readFiles(options, store);
    return new Comparison(files, store, withoutId);
  } catch (error) {
    await store.close();
    throw signal.aborted ? cancelled(error) : error;
  }
}

/** @returns the number of persons without an id, who are in no part */
async function readFiles(options: CompareOptions, store: MemberStore): Promise<number> {
  const { files, signal, onProgress, comparesProperties = false } = options;
  let persons = 0;
  let withoutId = 0;
  for (const [index, file] of files.entries()) {
    for await (const lines of readPersonLines(file, signal)) {
      const members: NewMember[] = [];
      for (const { bytes, start, length } of lines) {
        const id = readPersonId(bytes);
        if (id === undefined) withoutId++;
        else {
          const digest = comparesProperties ? digestProperties(bytes) : undefined;
          members.push({ id: hexOf(id), start, length, digest });
        }
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
    this.parts = store.counts().toSorted((a, b) => b.persons - a.persons);
  }

  /** Writes the persons of a part; of changed ones, what has changed. @returns the path. Throws ExportError, and ApiError `cancelled` */
  async write(part: ComparedPart, options: WritePartOptions): Promise<string> {
    const { directory, fileName, signal, format } = options;
    const target = await createPartFile(directory, fileName);
    const readers = this.#files.map((file) => new BlockReader(file));
    const writer =
      format === 'csv'
        ? new AllPersonsCsv({ part: target, directory, fileName, signal })
        : new JsonPersons(target, ndjsonFrame);
    try {
      for (const place of this.#store.placesOf(part)) {
        if (signal.aborted) throw cancelled(signal.reason);
        const line = await readAt(readers, place);
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

async function readAt(readers: readonly BlockReader[], place: PersonPlace): Promise<Buffer | undefined> {
  const line = await readers[place.file]?.read(place.start, place.length);
  if (!line || !place.changed) return line;
  const { file, start, length } = place.changed;
  const after = await readers[file]?.read(start, length);
  return after && describeChange(line, after);
}

function hexOf({ bytes, start, end }: PersonId): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('hex');
}

function cancelled(cause: unknown): ApiError {
  return new ApiError('cancelled', 'The comparison was cancelled.', { cause });
}
