// Finds the new ones among the persons that arrive: pages may overlap, and an interrupted page is read again.
import { hasMostDistinctIds } from '#exports/scan/mostDistinctIds.ts';
import type { PersonId } from '#exports/scan/personId.ts';
import { hashId, type IdHash, SeenIds } from './seenIds.ts';

export class UniquePersons {
  rows = 0;
  duplicates = 0;
  withoutId = 0;
  /** How many persons have as many distinct IDs as a service sends at most: they may have more. */
  withMostIds = 0;
  readonly #seen: SeenIds;
  /** The persons of this page so far, as numbers: a text for each would take most of an export's memory. */
  #ofPage: number[] = [];
  /** The persons of this page before it was interrupted: they arrive again, and are no duplicates. */
  #ofBrokenPage: ReadonlySet<number> | undefined;

  constructor(expectedCount: number | undefined) {
    this.#seen = new SeenIds(expectedCount);
  }

  beginPage(isRepeated: boolean): void {
    this.#ofBrokenPage = isRepeated ? new Set(this.#ofPage) : undefined;
    if (!isRepeated) this.#ofPage = [];
  }

  /** True for a person to be written. Persons without an id are all new. */
  add(person: Uint8Array, id: PersonId | undefined): boolean {
    const hash = id === undefined ? hashId(person) : hashOf(id);
    const key = toNumber(hash);
    if (this.#ofBrokenPage?.has(key)) return false;
    if (id === undefined) this.withoutId++;
    else if (!this.#seen.add(hash)) {
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
    else this.#seen.add(hashOf(id));
    this.rows++;
  }
}

function hashOf({ bytes, start, end }: PersonId): IdHash {
  return hashId(bytes, start, end);
}

/** As many bits of it as a number holds exactly, 53. */
function toNumber({ place, word }: IdHash): number {
  return place * 2 ** 21 + (word >>> 11);
}
