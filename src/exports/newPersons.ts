// Finds the new ones among the persons that arrive: pages may overlap, and an interrupted page is read again.
import { hasMostDistinctIds } from '#exports/scan/distinctIds.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import { SeenIds } from './seenIds.ts';

export class NewPersons {
  rows = 0;
  duplicates = 0;
  withoutId = 0;
  /** With as many distinct ids as a service sends, so that they may have more. */
  withMostIds = 0;
  readonly #seen: SeenIds;
  /** The persons of this page so far. */
  #ofPage: string[] = [];
  /** The persons of this page before it was interrupted: they arrive again, and are no duplicates. */
  #ofBrokenPage: ReadonlySet<string> | undefined;

  constructor(expectedCount: number | undefined) {
    this.#seen = new SeenIds(expectedCount);
  }

  beginPage(isRepeated: boolean): void {
    this.#ofBrokenPage = isRepeated ? new Set(this.#ofPage) : undefined;
    if (!isRepeated) this.#ofPage = [];
  }

  /** True for a person to be written. Persons without an id are all new. */
  add(person: Uint8Array): boolean {
    const id = readPersonId(person);
    const key = textOf(id ?? { bytes: person, start: 0, end: person.length });
    if (this.#ofBrokenPage?.has(key)) return false;
    if (id === undefined) this.withoutId++;
    else if (!this.#seen.add(id.bytes, id.start, id.end)) {
      this.duplicates++;
      return false;
    }
    if (hasMostDistinctIds(person)) this.withMostIds++;
    this.#ofPage.push(key);
    this.rows++;
    return true;
  }

  /** Counts a person whom the file holds already. */
  restore(id: PersonId | undefined): void {
    if (id === undefined) this.withoutId++;
    else this.#seen.add(id.bytes, id.start, id.end);
    this.rows++;
  }
}

/** A copy, because holding an id's bytes would hold the whole page. */
function textOf({ bytes, start, end }: PersonId): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
