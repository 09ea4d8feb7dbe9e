// Finds the new ones among the persons that arrive: pages may overlap, and an interrupted page is read again.
import { hash } from 'node:crypto';
import { closeBracket, comma, openBracket } from '#exports/scan/byteCodes.ts';
import { endOfValue, skipSpace } from '#exports/scan/jsonScanner.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import { findMember } from '#exports/scan/personId.ts';

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
