// The persons of a cohort that a table shows. A step reloads them or loads more of them. One step runs at a time, the last
// requested one wins, and one that fails changes nothing and can be retried.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { ApiError } from '#api/apiError.ts';
import type { PersonsOptions, ReadableCohorts } from '#api/clientTypes.ts';
import { cursorAfter } from '#api/pages.ts';
import { removeFile, retryInUse } from '#disk/moveFile.ts';
import { onDisk, writeAll } from '#exports/files/diskSteps.ts';
import { readPersonsPage } from '#exports/paging/readPages.ts';
import { readPersonId, UniquePersons } from '#exports/scan/personIds.ts';
import { parseKeepingLong } from '#json/longNumbers.ts';
import { onOneLine } from './personWriter.ts';

type Step = 'refresh' | 'more';

export interface ShownPersonsLoaderOptions<C> {
  readonly cohortId: number;
  /** An empty file, which is shown until the first persons arrive. */
  readonly file: string;
  /** Resolves with the path of a temporary file that does not exist yet. */
  readonly createFile: () => Promise<string>;
  readonly openCohorts: () => Promise<Pick<ReadableCohorts, 'openPersons'>>;
  /** Called before each first page is requested; what it returns gets the persons of that page. */
  readonly beginFirst?: () => OnShown;
  /** Reads the cohort itself. */
  readonly retrieve: (signal: AbortSignal) => Promise<C>;
  /** Shows the file of other persons; after it, the file that was shown before is removed. */
  readonly show: (file: string) => Promise<void>;
  /** The file has grown. */
  readonly grow: () => Promise<void>;
  /** A request for persons waits. */
  readonly onWait?: PersonsOptions['onWait'];
}

export class ShownPersonsLoader<C> {
  readonly #options: ShownPersonsLoaderOptions<C>;
  #persons: ShownPersonsPages;
  #cohort: C | undefined;
  #last: Step = 'refresh';
  #ending = new AbortController();
  #isDisposed = false;
  /** Resolves once no step is running. */
  #idle: Promise<unknown> = Promise.resolve();

  constructor(options: ShownPersonsLoaderOptions<C>) {
    this.#options = options;
    this.#persons = new ShownPersonsPages(options.file, options.cohortId);
  }

  get shown(): Pick<ShownPersonsPages, 'rows' | 'hasMore' | 'isCutShort'> {
    return this.#persons;
  }

  /** The cohort as it was when the shown persons were read; undefined until then. */
  get cohort(): C | undefined {
    return this.#cohort;
  }

  /** Whether the step that runs or ran last reloads them. */
  get readsAnew(): boolean {
    return this.#last === 'refresh';
  }

  /** Reloads the first page and the cohort. Resolves with false if a later step, or the end, took its place. */
  refresh(): Promise<boolean> {
    return this.#run('refresh');
  }

  /** Reads the next page. Resolves as `refresh` does. */
  loadMore(): Promise<boolean> {
    return this.#run('more');
  }

  /** Tries the last step again. Resolves as `refresh` does. */
  retry(): Promise<boolean> {
    return this.#run(this.#last);
  }

  /** Ends what runs and removes the file. Later steps do nothing. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#ending.abort();
    await this.#idle;
    await this.#persons.remove();
  }

  async #run(step: Step): Promise<boolean> {
    if (this.#isDisposed) return false;
    this.#ending.abort();
    const ending = new AbortController();
    this.#ending = ending;
    this.#last = step;
    const running = this.#take(step, this.#idle, ending.signal);
    this.#idle = Promise.allSettled([running]);
    try {
      await running;
    } catch (error) {
      if (!ending.signal.aborted) throw error;
    }
    return !ending.signal.aborted;
  }

  async #take(step: Step, idle: Promise<unknown>, signal: AbortSignal): Promise<void> {
    await idle;
    signal.throwIfAborted();
    if (step === 'refresh') return this.#readAnew(signal);
    await this.#persons.readMore(await this.#options.openCohorts(), signal, this.#options.onWait);
    await this.#options.grow();
  }

  async #readAnew(signal: AbortSignal): Promise<void> {
    const { cohortId, createFile, beginFirst } = this.#options;
    const next = new ShownPersonsPages(await createFile(), cohortId, beginFirst?.());
    let cohort: C;
    try {
      cohort = await this.#readFirst(next, signal);
    } catch (error) {
      await next.remove();
      throw error;
    }
    const before = this.#persons;
    this.#persons = next;
    this.#cohort = cohort;
    try {
      await this.#options.show(next.file);
    } finally {
      await before.remove();
    }
  }

  /** Where one of the two requests fails, the other one ends before this rejects. */
  async #readFirst(persons: ShownPersonsPages, signal: AbortSignal): Promise<C> {
    const { openCohorts, retrieve, onWait } = this.#options;
    const failing = new AbortController();
    const either = AbortSignal.any([signal, failing.signal]);
    const cohorts = await openCohorts();
    const requests = [retrieve(either), persons.readMore(cohorts, either, onWait)] as const;
    try {
      const [cohort] = await Promise.all(requests);
      signal.throwIfAborted();
      return cohort;
    } catch (error) {
      failing.abort();
      await Promise.allSettled(requests);
      throw error;
    }
  }
}

// The first persons of a cohort, read a page at a time into a temporary file that grows with each.

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
    return parseKeepingLong(Buffer.from(person).toString());
  } catch {
    return undefined;
  }
}
