// The first persons of a cohort, in a temporary file that grows by a page each time it is asked to.
import { appendFile, writeFile } from 'node:fs/promises';
import { ApiError } from '#api/apiError.ts';
import { interactivePriority } from '#api/requestPriority.ts';
import type { ReadableCohorts } from '#api/types.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { onOneLine } from './jsonPersons.ts';
import { NewPersons } from './newPersons.ts';
import { cursorAfter, readPage } from '#exports/paging/readPages.ts';

/** Shown at once. */
const firstPage = 100;
const laterPage = 1000;

const lineFeed = Buffer.from('\n');

export class FirstPersons {
  readonly #file: string;
  readonly #cohortId: number;
  readonly #onShown: (person: { readonly properties: unknown }) => void;
  readonly #persons = new NewPersons(undefined);
  /** Lines of a page that is not in the file yet; those of a page that broke off arrive again, and are no new persons. */
  #lines: Uint8Array[] = [];
  #isRepeated = false;
  #offset: number | undefined = 0;
  #rows = 0;

  /**
   * @param file is replaced by the first page, as NDJSON that this person alone can read
   * @param onShown gets the persons of the first page
   */
  constructor(
    file: string,
    cohortId: number,
    onShown: (person: { readonly properties: unknown }) => void = () => undefined,
  ) {
    this.#file = file;
    this.#cohortId = cohortId;
    this.#onShown = onShown;
  }

  /** In the file. */
  get rows(): number {
    return this.#rows;
  }

  get hasMore(): boolean {
    return this.#offset !== undefined;
  }

  /** Puts the next page into the file. Throws ApiError or ExportError; the page can then be read again. */
  async readMore(cohorts: Pick<ReadableCohorts, 'openPersons'>, signal: AbortSignal): Promise<void> {
    const offset = this.#offset;
    if (offset === undefined) return;
    const cursor = { offset, limit: offset === 0 ? firstPage : laterPage };
    this.#persons.beginPage(this.#isRepeated);
    this.#isRepeated = true;
    const open = () =>
      cohorts.openPersons(this.#cohortId, {
        format: 'json',
        ...cursor,
        signal,
        priority: interactivePriority,
      });
    const { end } = await readPage(
      { onPerson: (person) => this.#add(person), onChunk: () => Promise.resolve() },
      { open },
      cursor,
      () => undefined,
    );
    if (end.kind === 'object')
      throw new ApiError('unexpected', 'The answer is a cohort, not persons.', { code: 'cohort_shaped' });
    if (offset === 0) this.#readShown();
    await this.#write();
    const next = cursorAfter(end, cursor);
    this.#offset = next === 'stuck' ? undefined : next?.offset;
  }

  #add(person: Uint8Array): boolean {
    const isNew = this.#persons.add(person);
    if (isNew) this.#lines.push(onOneLine(person), lineFeed);
    return isNew;
  }

  #readShown(): void {
    for (const line of this.#lines.filter((one) => one !== lineFeed)) {
      const person: unknown = JSON.parse(Buffer.from(line).toString());
      if (typeof person === 'object' && person !== null && 'properties' in person) this.#onShown(person);
    }
  }

  async #write(): Promise<void> {
    const write = this.#offset === 0 ? writeFile : appendFile;
    try {
      await write(this.#file, Buffer.concat(this.#lines), { mode: 0o600 });
    } catch (error) {
      throw toExportError(error, this.#file);
    }
    this.#rows = this.#persons.rows;
    this.#lines = [];
    this.#isRepeated = false;
  }
}
