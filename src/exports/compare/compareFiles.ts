// Compares exports by their persons: how many are in one of them alone, in some, in all; and writes each part to a file.
import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { ApiError } from '#api/apiError.ts';
import { PersonFile, type PersonReader } from '#exports/personFile.ts';
import { appendPerson, endPersons } from '#exports/personWriter.ts';
import { onDisk } from '#exports/files/diskSteps.ts';
import { linesOf } from '#exports/files/exportFormat.ts';
import { createPartFile } from '#exports/files/partFile.ts';
import { temporaryPathOf } from '#exports/files/reservedPaths.ts';
import { comma, openBrace, quote } from '#exports/scan/byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from '#exports/scan/jsonScanner.ts';
import { findMember, readPersonId } from '#exports/scan/personIds.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { isSameParsed, isTooDeep } from '#json/parsedValue.ts';
import { type MemberCount, MemberStore, type PersonPlace } from './memberStore.ts';

export interface CompareOptions {
  /** The paths of exports, two to four. They have to stay until the comparison is closed. */
  readonly files: readonly string[];
  /** The folder for a temporary database. */
  readonly scratchDirectory: string;
  /** Persons whose properties differ are a part of their own; not those of a CSV, which has null and an empty text alike. */
  readonly comparesProperties?: boolean;
  readonly signal: AbortSignal;
  /** Called with the persons read so far, of all files; then with the changed ones read again. */
  readonly onProgress: (persons: number) => void;
}

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
  const hasCsv = files.some((one) => linesOf(one) === 'csv');
  const comparesProperties = options.comparesProperties === true && !hasCsv;
  const store = new MemberStore(file, comparesProperties);
  try {
    const read = files.map((one) => new PersonFile(one));
    const withoutId = await addPersons(store, read, { ...options, comparesProperties });
    await unmarkSame(store, read, options);
    const parts = (await store.counts(files.length, signal)).toSorted((a, b) => b.persons - a.persons);
    return new Comparison(read, store, { parts, withoutId, comparesProperties });
  } catch (error) {
    await store.close();
    throw signal.aborted ? cancelled(error) : error;
  }
}

/** Takes the persons of one file after the other into the store. @returns how many have no ID, and are in no part */
async function addPersons(
  store: MemberStore,
  files: readonly PersonFile[],
  { comparesProperties, signal, onProgress }: CompareOptions,
): Promise<number> {
  let persons = 0;
  let withoutId = 0;
  for (const [index, file] of files.entries()) {
    for await (const some of file.persons(signal)) {
      for (const { json, start, length } of some) {
        const id = readPersonId(json);
        if (id === undefined) {
          withoutId++;
          continue;
        }
        const digest = comparesProperties === true ? digestProperties(json) : undefined;
        store.add(index, { id: id.bytes.subarray(id.start, id.end), start, length, digest });
      }
      persons += some.length;
      onProgress(persons);
    }
  }
  return withoutId;
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
  /** One for each combination of files, the largest first: that nobody is in it is also an answer. */
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

  /** Writes a part's persons; of changed ones, what changed. @returns the path. Throws ExportError, and ApiError `cancelled` */
  async write(part: ComparedPart, options: WritePartOptions): Promise<string> {
    const { directory, fileName, signal, format } = options;
    const target = await createPartFile(directory, fileName);
    const readers = this.#files.map((file) => file.open());
    const sortKeyOf = part.isChanged ? changeSortKey : undefined;
    let finished = target;
    try {
      for (const place of this.#store.placesOf(part)) {
        if (signal.aborted) throw cancelled(signal.reason);
        const line = await readAt(readers, place);
        if (line) appendPerson(target, 'ndjson', line);
        if (target.isFull) await target.drained();
      }
      const written = format === 'csv' ? 'csvAll' : format;
      finished = (await endPersons(target, written, { fileName, signal, sortKeyOf })).part;
      return await finished.finish(fileName);
    } finally {
      await finished.discard(); // what is whole stays
      await target.discard();
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

// Whether a person's properties are the same in two exports, and what of them differs. The order of keys and white space do
// not count, and long numbers keep all of their digits.
const propertiesKey = Buffer.from('properties');

/** A digest of the text of a person's properties. Equal digests mean equal properties. */
function digestProperties(person: Uint8Array): Buffer {
  const { start, end } = findMember(person, propertiesKey) ?? { start: 0, end: 0 };
  return Buffer.from(hash('sha1', person.subarray(start, end), 'hex'), 'hex'); // a short Buffer shares its memory with others
}

/** False for invalid JSON: the caller knows that the texts differ. */
export function hasSameProperties(before: Uint8Array, after: Uint8Array): boolean {
  const [older, newer] = [propertiesOf(before), propertiesOf(after)];
  const start = firstDifferentMember(older, newer);
  try {
    return isSameParsed(readMembers(older, start), readMembers(newer, start));
  } catch {
    return false;
  }
}

const noProperties = Buffer.from('{}');

/** The text of a JSON object. */
function propertiesOf(person: Uint8Array): Uint8Array {
  const { start, end } = findMember(person, propertiesKey) ?? { start: 0, end: 0 };
  return start < end && person[start] === openBrace ? person.subarray(start, end) : noProperties;
}

/**
 * Where a member begins before which both objects are the same, byte for byte. Most persons have changed in little of what
 * they have, and parsing all of it would take most of the time of a comparison.
 */
function firstDifferentMember(before: Uint8Array, after: Uint8Array): number {
  const { length } = before;
  let same = 0;
  while (same < length && before[same] === after[same]) same++;
  let start = 1;
  while (before[start] === quote) {
    const keyEnd = endOfString(before, start, length);
    const end = keyEnd < 0 ? keyEnd : endOfValue(before, startOfFieldValue(before, keyEnd, length), length);
    if (end < 0 || before[end] !== comma) break;
    const next = skipSpace(before, end + 1, length);
    if (next > same) break;
    start = next;
  }
  return start;
}

/** The members from `start` on. */
function readMembers(object: Uint8Array, start: number): unknown {
  return parseKeepingLong(`{${Buffer.from(object.subarray(start)).toString()}`);
}

/**
 * One line of JSON: who it is, the names of the properties that differ, and their values before and after. A value that is
 * nested too deeply to be written is an ellipsis.
 */
export function describeChange(before: Uint8Array, after: Uint8Array): Buffer {
  const [older, newer] = [readPerson(before), readPerson(after)];
  const keys = [...new Set([...Object.keys(older.properties), ...Object.keys(newer.properties)])];
  const changed = keys.filter((key) => !isSameParsed(older.properties[key], newer.properties[key]));
  const pick = (properties: Properties) =>
    Object.fromEntries(
      changed.flatMap((key) => (Object.hasOwn(properties, key) ? [[key, writable(properties[key])]] : [])),
    );
  const { id, name } = newer;
  const line = {
    id,
    name,
    changed: changed.join(', '),
    before: pick(older.properties),
    after: pick(newer.properties),
  };
  return Buffer.from(JSON.stringify(line));
}

const firstOfChange: readonly string[] = ['name', 'id', 'changed'];

/** Sorts the columns of changes: who it is and what changed, then each property's value before beside the one after. */
function changeSortKey(column: string): string {
  const place = firstOfChange.indexOf(column);
  if (place >= 0) return String(place);
  const [, side, property] = /^(before|after)\.(.*)$/s.exec(column) ?? [];
  return property === undefined ? `4 ${column}` : `3 ${property}\0${side === 'before' ? 0 : 1}`;
}

type Properties = Readonly<Record<string, unknown>>;

interface ReadPerson {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly properties: Properties;
}

function readPerson(bytes: Uint8Array): ReadPerson {
  const person = parseKeepingLong(Buffer.from(bytes).toString());
  const fields: Properties = isObject(person) ? person : {};
  const { id, name, properties } = fields;
  return { id, name, properties: isObject(properties) ? properties : {} };
}

function writable(value: unknown): unknown {
  return isTooDeep(value) ? '…' : value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
