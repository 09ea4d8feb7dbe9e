// The first persons of a cohort, read a page at a time into a temporary file that grows with each.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ApiError } from '#api/apiError.ts';
import type { PersonsOptions, ReadableCohorts } from '#api/clientTypes.ts';
import { removeFile, retryInUse } from '#disk/moveFile.ts';
import { onDisk, writeAll } from '#exports/files/diskAction.ts';
import { cursorAfter } from '#api/pages.ts';
import { readPersonsPage } from '#exports/paging/readPages.ts';
import { readPersonId } from '#exports/scan/personId.ts';
import { onOneLine } from './jsonPersonWriter.ts';
import { UniquePersons } from './uniquePersons.ts';

/** Size of the first page. */
const firstPage = 100;
const laterPage = 1000;
/** The most bytes of a later page: where persons are large, it has fewer. */
const pageBytes = 64 * 1024 * 1024;
/** The most of a page that waits in memory for the disk. */
const heldBytes = 1024 * 1024;

const lineFeed = Buffer.from('\n');

export type OnShown = (person: { readonly properties: unknown }) => void;

export class ShownPersonsPages {
  readonly file: string;
  readonly #cohortId: number;
  readonly #onShown: OnShown;
  readonly #persons = new UniquePersons();
  /** Not in the file yet. The lines of a page that broke off stay: its persons arrive again, and are no new ones. */
  #lines: Uint8Array[] = [];
  #heldBytes = 0;
  /** In the file; a write that failed may have left more. */
  #bytes = 0;
  #isRepeated = false;
  #offset: number | undefined = 0;
  #isCutShort = false;
  #rows = 0;

  /**
   * @param file is made by the first page, as NDJSON that is readable by its owner only
   * @param onShown gets the persons of the first page
   */
  constructor(file: string, cohortId: number, onShown: OnShown = () => undefined) {
    this.file = file;
    this.#cohortId = cohortId;
    this.#onShown = onShown;
  }

  /** Persons of whole pages. */
  get rows(): number {
    return this.#rows;
  }

  get hasMore(): boolean {
    return this.#offset !== undefined;
  }

  /** The last page had a `next` that led nowhere new. */
  get isCutShort(): boolean {
    return this.#isCutShort;
  }

  /** Puts the next page into the file. Throws ApiError or ExportError; the page can then be read again. */
  async readMore(
    cohorts: Pick<ReadableCohorts, 'openPersons'>,
    signal: AbortSignal,
    onWait?: PersonsOptions['onWait'],
  ): Promise<void> {
    const offset = this.#offset;
    if (offset === undefined) return;
    const cursor = { offset, limit: offset === 0 ? firstPage : this.#laterLimit() };
    this.#persons.beginPage(this.#isRepeated);
    this.#isRepeated = true;
    const response = await cohorts.openPersons(this.#cohortId, {
      format: 'json',
      ...cursor,
      signal,
      onWait,
      priority: 'interactive',
    });
    const { end } = await readPersonsPage(
      {
        onPerson: (person) => this.#add(person),
        onChunk: async () => (this.#heldBytes >= heldBytes ? this.#write() : undefined),
      },
      response,
      () => undefined,
    );
    if (end.kind === 'object')
      throw new ApiError('unexpected', 'The response is a cohort, not persons.', { code: 'cohort_shaped' });
    await this.#write();
    signal.throwIfAborted();
    const next = cursorAfter(end, cursor);
    this.#isCutShort = next === 'stuck';
    this.#offset = next === 'stuck' ? undefined : next?.offset;
    this.#rows = this.#persons.rows;
    this.#isRepeated = false;
  }

  /** Removes the file, which on Windows takes until a table has closed it. Nothing may be reading a page. */
  async remove(): Promise<void> {
    await onDisk(this.file, async () => removeFile(this.file));
  }

  #laterLimit(): number {
    const fitting = Math.floor((pageBytes * this.#rows) / Math.max(1, this.#bytes));
    return Math.min(laterPage, Math.max(firstPage, fitting));
  }

  #add(person: Uint8Array): boolean {
    const isNew = this.#persons.add(person, readPersonId(person));
    if (!isNew) return false;
    this.#lines.push(onOneLine(person), lineFeed);
    this.#heldBytes += person.length + lineFeed.length;
    return true;
  }

  #readShown(): void {
    for (const line of this.#lines.filter((one) => one !== lineFeed)) {
      const person = parse(line);
      if (typeof person === 'object' && person !== null && 'properties' in person) this.#onShown(person);
    }
  }

  async #write(): Promise<void> {
    if (this.#offset === 0) this.#readShown();
    await onDisk(this.file, async () => {
      const flags = constants.O_RDWR | constants.O_CREAT;
      const handle = await retryInUse(() => open(this.file, flags, 0o600));
      try {
        await handle.truncate(this.#bytes);
        await writeAll(handle, Buffer.concat(this.#lines), this.#bytes);
      } finally {
        await handle.close();
      }
    });
    this.#bytes += this.#heldBytes;
    this.#lines = [];
    this.#heldBytes = 0;
  }
}

/** Undefined for a person that is not JSON, such as one with NaN: the table shows it with its problem. */
function parse(person: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(person).toString());
  } catch {
    return undefined;
  }
}
