// The persons of a cohort that a table shows. A step reloads them or loads more of them. One step runs at a time, the last
// requested one wins, and one that fails changes nothing and can be retried.
import type { PersonsOptions, ReadableCohorts } from '#api/clientTypes.ts';
import { ShownPersonsPages, type OnShown } from './shownPersonsPages.ts';

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
