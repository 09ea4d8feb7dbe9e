// A person's ID and other members, cut out of the raw bytes of its JSON, and which persons are new.
import { backslash, comma, minus, openBrace, quote, closeBracket, openBracket } from './byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from './jsonScanner.ts';
import { hash } from 'node:crypto';

const digit0 = 0x30;
const digit9 = 0x39;
const idKey = Buffer.from('id');

/** A person's identity: `bytes[start, end)` is its text, with escapes decoded. */
export interface PersonId {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Undefined for a person without an id, or with an empty one. */
export function readPersonId(person: Uint8Array): PersonId | undefined {
  const id = findPersonId(person);
  if (id === undefined || person[id.start] !== quote) return id;
  if (id.end - id.start === 2) return undefined;
  for (let at = id.start; at < id.end; at++) if (person[at] === backslash) return unescaped(id);
  return { bytes: person, start: id.start + 1, end: id.end - 1 };
}

function unescaped(id: PersonId): PersonId {
  try {
    const text: unknown = JSON.parse(Buffer.from(id.bytes.subarray(id.start, id.end)).toString());
    const bytes = Buffer.from(String(text));
    return { bytes, start: 0, end: bytes.length };
  } catch {
    return id; // a broken escape is taken literally
  }
}

/**
 * The raw value of the outermost `id`: a string with its quotes, or a number; undefined if there
 * is none. Persons show their id early, so little of them is read.
 */
export function findPersonId(person: Uint8Array): PersonId | undefined {
  const found = findMember(person, idKey);
  if (found === undefined || !canBeId(person[found.start])) return undefined;
  return { bytes: person, start: found.start, end: found.end }; // a spread takes several times as long
}

/** Strings and numbers are ids; null and anything nested are none. */
function canBeId(first = 0): boolean {
  return first === quote || first === minus || (first >= digit0 && first <= digit9);
}

/** The bytes of a value: `bytes[start, end)`. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The value of the first outermost member with that key; undefined if there is none. `key`: without its quotes and
 * escapes. What is before it is passed over, so a member that persons show early costs little.
 */
export function findMember(person: Uint8Array, key: Uint8Array): ValueRange | undefined {
  const { length } = person;
  if (person[0] !== openBrace) return undefined;
  let at = skipSpace(person, 1, length);
  while (person[at] === quote) {
    const keyEnd = endOfString(person, at, length);
    if (keyEnd < 0) return undefined;
    const start = startOfFieldValue(person, keyEnd, length);
    const end = endOfValue(person, start, length);
    if (end < 0) return undefined;
    if (isKey(person, at + 1, keyEnd - 1, key)) return { start, end };
    at = skipSpace(person, end, length);
    if (person[at] === comma) at = skipSpace(person, at + 1, length);
  }
  return undefined;
}

function isKey(bytes: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (end - start !== key.length) return false;
  for (let index = 0; index < key.length; index++) if (bytes[start + index] !== key[index]) return false;
  return true;
}

/** Pages may overlap, and an interrupted page is read again. */
export class UniquePersons {
  rows = 0;
  duplicates = 0;
  withoutId = 0;
  /** How many persons have as many distinct IDs as a service sends at most: they may have more. */
  withMostIds = 0;
  /** Digests of the IDs of all persons: an ID may be of any length. */
  readonly #seen = new Set<string>();
  /** The persons of this page so far. */
  #ofPage: string[] = [];
  /** The persons of this page before it was interrupted: they arrive again, and are no duplicates. */
  #ofBrokenPage: ReadonlySet<string> | undefined;

  beginPage(isRepeated: boolean): void {
    this.#ofBrokenPage = isRepeated ? new Set(this.#ofPage) : undefined;
    if (!isRepeated) this.#ofPage = [];
  }

  /** True for a person to be written. Persons without an id are all new. */
  add(person: Uint8Array, id: PersonId | undefined): boolean {
    const digest = id === undefined ? digestOf(person) : digestOfId(id);
    if (this.#ofBrokenPage?.has(digest)) return false;
    if (id === undefined) this.withoutId++;
    else if (this.#seen.has(digest)) {
      this.duplicates++;
      return false;
    } else this.#seen.add(digest);
    if (hasMostDistinctIds(person)) this.withMostIds++;
    this.#ofPage.push(digest);
    this.rows++;
    return true;
  }

  /** No person comes any more: the IDs of millions take memory. */
  forgetIds(): void {
    this.#seen.clear();
  }

  /** Counts a person whom the file holds already. */
  restore(id: PersonId | undefined): void {
    if (id === undefined) this.withoutId++;
    else this.#seen.add(digestOfId(id));
    this.rows++;
  }
}

function digestOfId({ bytes, start, end }: PersonId): string {
  return digestOf(bytes.subarray(start, end));
}

/** 64 bits: among two million persons, two have the same with a chance of one in ten million. */
function digestOf(bytes: Uint8Array): string {
  return hash('sha1', bytes, 'binary').slice(0, 8);
}

const distinctIds = Buffer.from('distinct_ids');

/** The most distinct IDs that services send per person. */
const maxDistinctIds = 10;

/** Whether a person has as many distinct IDs as a service sends at most: there may be more of them. */
export function hasMostDistinctIds(person: Uint8Array): boolean {
  const list = findMember(person, distinctIds);
  if (list === undefined || person[list.start] !== openBracket) return false;
  let ids = 0;
  let at = skipSpace(person, list.start + 1, list.end);
  while (person[at] !== closeBracket && ids <= maxDistinctIds) {
    const end = endOfValue(person, at, list.end);
    if (end <= at) return false;
    ids++;
    at = skipSpace(person, end, list.end);
    if (person[at] === comma) at = skipSpace(person, at + 1, list.end);
  }
  return ids === maxDistinctIds;
}
