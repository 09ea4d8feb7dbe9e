// Compares exports by their persons: how many are in one of them alone, in some, in all; and writes each part to a file.
import { mkdir } from 'node:fs/promises';
import { ApiError } from '#api/apiError.ts';
import { CsvPersonWriter } from '#exports/csvPersonWriter.ts';
import { onDisk } from '#exports/files/diskAction.ts';
import { linesOf } from '#exports/files/exportFormat.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { temporaryPathOf } from '#exports/files/reservedPaths.ts';
import { JsonPersonWriter, ndjsonFrame } from '#exports/jsonPersonWriter.ts';
import { type PersonId, readPersonId } from '#exports/scan/personId.ts';
import { type MemberCount, MemberStore, type PersonPlace } from './memberStore.ts';
import { PersonFile, type PersonReader } from './personFile.ts';
import { changeSortKey, describeChange, digestProperties, hasSameProperties } from './personProperties.ts';

export interface CompareOptions {
  /** Exports, two to four. They have to stay until the comparison is closed. */
  readonly files: readonly ComparedFile[];
  /** The folder for a temporary database. */
  readonly scratchDirectory: string;
  /** Persons whose properties differ are a part of their own; never those of a CSV, whose cells do not tell null from an empty text. */
  readonly comparesProperties?: boolean;
  readonly signal: AbortSignal;
  /** Called with the persons read so far, of all files that were there; then with the changed ones read again. */
  readonly onProgress: (persons: number) => void;
}

/**
 * The path of a file, or a function that writes one now and resolves with its path. Its persons are compared as they come, so
 * that they are not read again.
 */
type ComparedFile = string | ((onPerson: OnPerson) => Promise<string>);

/** `id` is undefined for a person without one. */
export type OnPerson = (person: Uint8Array, start: number, id: PersonId | undefined) => void;

export interface WritePartOptions {
  readonly directory: string;
  /** The name with the extension of the format. */
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
  const file = temporaryPathOf(scratchDirectory, '.comparison');
  const hasCsv = files.some((one) => typeof one === 'string' && linesOf(one) === 'csv');
  const comparesProperties = options.comparesProperties === true && !hasCsv;
  const store = new MemberStore(file, comparesProperties);
  try {
    const reading = new Reading({ ...options, comparesProperties }, store);
    const read: PersonFile[] = [];
    for (const [index, one] of files.entries()) read.push(await reading.read(index, one));
    await unmarkSame(store, read, options);
    const parts = (await store.counts(signal)).toSorted((a, b) => b.persons - a.persons);
    return new Comparison(read, store, { parts, withoutId: reading.withoutId, comparesProperties });
  } catch (error) {
    await store.close();
    throw signal.aborted ? cancelled(error) : error;
  }
}

/** Takes the persons of one file after the other into the store. */
class Reading {
  /** They are in no part. */
  withoutId = 0;
  readonly #options: CompareOptions;
  readonly #store: MemberStore;
  #persons = 0;

  constructor(options: CompareOptions, store: MemberStore) {
    this.#options = options;
    this.#store = store;
  }

  async read(index: number, file: ComparedFile): Promise<PersonFile> {
    if (typeof file !== 'string') {
      const add: OnPerson = (person, start, id) =>
        this.#add(index, person, id, { start, length: person.length });
      return new PersonFile(await file(add));
    }
    const read = new PersonFile(file);
    for await (const persons of read.persons(this.#options.signal)) {
      for (const person of persons) this.#add(index, person.json, readPersonId(person.json), person);
      this.#persons += persons.length;
      this.#options.onProgress(this.#persons);
    }
    return read;
  }

  #add(
    file: number,
    person: Uint8Array,
    id: PersonId | undefined,
    { start, length }: Pick<PersonPlace, 'start' | 'length'>,
  ): void {
    if (id === undefined) {
      this.withoutId++;
      return;
    }
    const digest = this.#options.comparesProperties === true ? digestProperties(person) : undefined;
    this.#store.add(file, { id: id.bytes.subarray(id.start, id.end), start, length, digest });
  }
}

/** Reads both versions of each changed person, and unmarks the few whose properties are only written differently. */
async function unmarkSame(
  store: MemberStore,
  files: readonly PersonFile[],
  { signal, onProgress }: CompareOptions,
): Promise<void> {
  const readers = files.map((file) => file.open());
  let persons = 0;
  try {
    for (const member of store.changed()) {
      signal.throwIfAborted();
      const [before, after] = await readBoth(readers, member.place);
      if (before && after && hasSameProperties(before, after)) store.unmark(member);
      if (++persons % 1000 === 0) onProgress(persons);
    }
  } finally {
    for (const reader of readers) await reader.close();
  }
}

export class Comparison {
  /** The largest first; none is empty. */
  readonly parts: readonly ComparedPart[];
  readonly withoutId: number;
  readonly comparesProperties: boolean;
  readonly #files: readonly PersonFile[];
  readonly #store: MemberStore;

  constructor(
    files: readonly PersonFile[],
    store: MemberStore,
    { parts, withoutId, comparesProperties }: Pick<Comparison, 'parts' | 'withoutId' | 'comparesProperties'>,
  ) {
    this.#files = files;
    this.#store = store;
    this.withoutId = withoutId;
    this.comparesProperties = comparesProperties;
    this.parts = parts;
  }

  /** Writes the persons of a part; of changed ones, what has changed. @returns the path. Throws ExportError, and ApiError `cancelled` */
  async write(part: ComparedPart, options: WritePartOptions): Promise<string> {
    const { directory, fileName, signal, format } = options;
    const target = await createPartFile(directory, fileName);
    const readers = this.#files.map((file) => file.open());
    const writer =
      format === 'csv'
        ? new CsvPersonWriter({
            part: target,
            directory,
            fileName,
            signal,
            sortKeyOf: part.isChanged ? changeSortKey : undefined,
          })
        : new JsonPersonWriter(target, ndjsonFrame);
    let finished = target;
    try {
      for (const place of this.#store.placesOf(part)) {
        if (signal.aborted) throw cancelled(signal.reason);
        const line = await readAt(readers, place);
        if (line) writer.write(line, true);
        if (target.isFull) await target.drained();
      }
      finished = await writer.end(() => undefined);
      return await finished.finish(fileName);
    } catch (error) {
      await finished.discard();
      throw error;
    } finally {
      if (finished !== target) await target.discard();
      for (const reader of readers) await reader.close();
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

async function readAt(readers: readonly PersonReader[], place: PersonPlace): Promise<Buffer | undefined> {
  const [before, after] = await readBoth(readers, place);
  return before && after ? describeChange(before, after) : before && Buffer.from(before);
}

/** Valid until the next call. The second is undefined if the person has not changed. */
async function readBoth(
  readers: readonly PersonReader[],
  { file, start, length, changed }: PersonPlace,
): Promise<readonly (Buffer | undefined)[]> {
  const before = await readers[file]?.read(start, length);
  return [before, changed && (await readers[changed.file]?.read(changed.start, changed.length))];
}

function cancelled(cause: unknown): ApiError {
  return new ApiError('cancelled', 'The comparison was cancelled.', { cause });
}
