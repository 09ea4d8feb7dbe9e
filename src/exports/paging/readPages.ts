// The pages of a cohort's persons, one after the other, each read to its end or read again.
import { ApiError, isApiError } from '#api/apiError.ts';
import type { ReadableCohorts, RetryWait, StreamedResponse } from '#api/clientTypes.ts';
import { withRetries } from '#api/http/limits/withRetries.ts';
import { type Cursor, cursorAfter, maxIdlePages } from '#api/pageCursor.ts';
import { Lane, type EarlyPriority } from '#api/requestPriority.ts';
import { PageScanner, type OnElement, type PageEnd } from '#exports/scan/pageScanner.ts';
import { pageRetryLimits, reasonToRetryPage, singleTry } from './pageRetryRules.ts';
import type { PagingLimits } from './pagingLimits.ts';

export interface PageReading {
  readonly cohorts: Pick<ReadableCohorts, 'openPersons'>;
  readonly cohortId: number;
  readonly signal: AbortSignal;
  readonly limits: PagingLimits;
  /** The expected number of persons; undefined if unknown. */
  readonly expectedRows: number | undefined;
  /** A page begins, or begins again after it broke off in the middle. */
  readonly onPage: (isRepeated: boolean) => void;
  /** One person, as `OnElement` describes; true if it was new. */
  readonly onPerson: (...person: Parameters<OnElement>) => boolean;
  /** Called after every chunk; what it awaits holds the socket back. */
  readonly onChunk: () => Promise<void>;
  readonly onWait: (wait: RetryWait) => void;
  /** A page is complete; `next` is undefined after the last one. */
  readonly onPageEnd: (next: Cursor | undefined) => Promise<void>;
  /** The page to begin with; the first if it is left out. */
  readonly start?: Cursor | undefined;
}

export interface Reading {
  readonly pages: number;
  readonly repeatedPages: number;
  /** The last page had a `next` that led nowhere new. */
  readonly isPagingCutShort: boolean;
  /** The first response, where it was an object without persons. */
  readonly shaped: Uint8Array | undefined;
}

export async function readPages(reading: PageReading): Promise<Reading> {
  const opener = new PageOpener({ ...reading, ...reading.limits });
  try {
    return await followPages(reading, opener);
  } finally {
    opener.close();
  }
}

async function followPages(reading: PageReading, opener: PageOpener): Promise<Reading> {
  const { start = { offset: 0, limit: reading.limits.pageSize } } = reading;
  let cursor: Cursor = { offset: start.offset, limit: start.limit };
  let idlePages = 0;
  let repeatedPages = 0;
  for (let pages = 1; ; pages++) {
    const page = await readPageWithRetries(reading, opener, cursor);
    repeatedPages += page.repeats;
    if (page.end.kind !== 'page' && page.end.kind !== 'list') {
      if (pages > 1 || start.offset > 0)
        throw new ApiError('unexpected', 'A page of persons contains no list of persons.', { status: 200 });
      return { pages, repeatedPages, isPagingCutShort: false, shaped: page.raw };
    }
    idlePages = page.newPersons > 0 ? 0 : idlePages + 1;
    const next = cursorAfter(page.end, cursor);
    await reading.onPageEnd(next === 'stuck' ? undefined : next);
    if (next === undefined) return { pages, repeatedPages, isPagingCutShort: false, shaped: undefined };
    if (next === 'stuck' || idlePages >= maxIdlePages) {
      return { pages, repeatedPages, isPagingCutShort: true, shaped: undefined };
    }
    cursor = next;
  }
}

interface ReadPage {
  readonly end: PageEnd;
  readonly newPersons: number;
  /** How often the page was read again; being throttled does not count. */
  readonly repeats: number;
  /** The whole body, of an object without persons alone. */
  readonly raw: Uint8Array | undefined;
}

async function readPageWithRetries(
  reading: PageReading,
  opener: PageOpener,
  cursor: Cursor,
): Promise<ReadPage> {
  const { limits, signal } = reading;
  let isRepeated = false;
  let repeats = 0;
  let newPersons = 0;
  const attempt = async () => {
    reading.onPage(isRepeated);
    isRepeated = true;
    return readPersonsPage(reading, opener, cursor, () => newPersons++);
  };
  const page = await withRetries(attempt, {
    limits: { ...pageRetryLimits, tries: limits.tries, firstWaitMs: limits.firstWaitMs },
    reasonToRetry: reasonToRetryPage,
    signals: [signal],
    onWait: reading.onWait,
    onRetry(reason) {
      if (reason !== 'throttled') repeats++;
    },
  });
  return { ...page, newPersons, repeats };
}

/** Reads one page to its end, once. Throws ApiError. */
export async function readPersonsPage(
  reading: Pick<PageReading, 'onPerson' | 'onChunk'>,
  opener: Pick<PageOpener, 'open'>,
  cursor: Cursor,
  onNew: () => void,
): Promise<{ readonly end: PageEnd; readonly raw: Uint8Array | undefined }> {
  const response = await opener.open(cursor);
  let hasPersons = false;
  const raw: Uint8Array[] = [];
  const scanner = new PageScanner((person, mayHaveLineEnds) => {
    hasPersons = true;
    raw.length = 0;
    if (reading.onPerson(person, mayHaveLineEnds)) onNew();
  });
  for await (const chunk of response.body) {
    if (!hasPersons) raw.push(chunk);
    if (!scanner.push(chunk)) break;
    await reading.onChunk();
  }
  const end = scanner.end();
  checkPage(end);
  return { end, raw: end.kind === 'object' ? Buffer.concat(raw) : undefined };
}

/** A body that ends early without Content-Length or chunks raises no error, so the closing bracket is required. */
function checkPage({ kind, isWhole }: PageEnd): void {
  if (kind === 'other')
    throw new ApiError('notJson', 'The response is not JSON.', { status: 200, code: 'malformed' });
  if (kind === 'endless') {
    throw new ApiError('unexpected', 'A page contains more than 16 MB without a complete person.', {
      status: 200,
    });
  }
  if (!isWhole) throw new ApiError('incomplete', 'The response ended early.', { status: 200 });
}

// Opens pages, and the ones that will most likely come next before they are needed: the service works on them while
// the page at hand is written. What has been opened early waits unread, its socket paused, and is dropped when
// somebody else needs the socket.
interface OpenerOptions {
  readonly cohorts: Pick<ReadableCohorts, 'openPersons'>;
  readonly cohortId: number;
  readonly signal: AbortSignal;
  /** Pages opened early at most; the connection allows fewer where several exports run. */
  readonly ahead: number;
  /** Persons there are; without it nothing is opened early. */
  readonly expectedRows: number | undefined;
  /** The rate limit holds the page back that is needed now. */
  readonly onWait: (wait: RetryWait) => void;
}

/** Guesses that the service's `next` proved wrong before guessing ends: each costs a request. */
const maxWrongGuesses = 2;

interface EarlyPage {
  readonly limit: number;
  readonly priority: EarlyPriority;
  readonly ending: AbortController;
  /** Undefined if it failed: the page is opened again when its turn comes, and its failure is seen then. */
  readonly response: Promise<StreamedResponse | undefined>;
}

class PageOpener {
  readonly #options: OpenerOptions;
  readonly #lane = new Lane();
  readonly #early = new Map<number, EarlyPage>();
  #lastOffset: number | undefined;
  #wrongGuesses = 0;

  constructor(options: OpenerOptions) {
    this.#options = options;
  }

  /** Throws ApiError. */
  async open(cursor: Cursor): Promise<StreamedResponse> {
    const openedEarly = this.#takeEarly(cursor);
    if (openedEarly !== undefined) {
      this.#guess(cursor);
      const response = await openedEarly;
      if (response !== undefined) return response;
    }
    const response = this.#ask(cursor);
    this.#guess(cursor);
    return response;
  }

  /** Ends what was opened early and is not needed. */
  close(): void {
    this.#dropAll();
    this.#lane.close();
  }

  async #ask(cursor: Cursor): Promise<StreamedResponse> {
    const { cohorts, cohortId, signal, onWait } = this.#options;
    const priority = this.#lane.next;
    return cohorts.openPersons(cohortId, {
      format: 'json',
      ...cursor,
      signal,
      priority,
      onWait,
      retry: singleTry,
    });
  }

  #askEarly({ offset, limit }: Cursor): EarlyPage {
    const { cohorts, cohortId, signal, onWait } = this.#options;
    const priority = this.#lane.early();
    const ending = new AbortController();
    const response = cohorts
      .openPersons(cohortId, {
        format: 'json',
        offset,
        limit,
        priority,
        signal: AbortSignal.any([signal, ending.signal]),
        retry: singleTry,
        onDropped: () => this.#early.delete(offset),
        onWait(wait) {
          if (priority.urgency !== 'early') onWait(wait);
        },
      })
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error;
        return undefined;
      });
    return { limit, priority, ending, response };
  }

  #guess({ offset, limit }: Cursor): void {
    if (this.#wrongGuesses >= maxWrongGuesses) return;
    const { ahead, expectedRows = 0 } = this.#options;
    for (let step = 1; step <= ahead; step++) {
      const next = { offset: offset + step * limit, limit };
      if (next.offset >= expectedRows) return;
      if (!this.#early.has(next.offset)) this.#early.set(next.offset, this.#askEarly(next));
    }
  }

  /** A page that is asked for again is no wrong guess: those after it stay. */
  #takeEarly({ offset, limit }: Cursor): EarlyPage['response'] | undefined {
    const guessed = this.#early.get(offset);
    const isRepeated = offset === this.#lastOffset;
    this.#lastOffset = offset;
    if (guessed?.limit === limit) {
      this.#early.delete(offset);
      guessed.priority.promote();
      return guessed.response;
    }
    if (this.#early.size > 0 && !isRepeated) {
      this.#wrongGuesses++;
      this.#dropAll();
    }
    return undefined;
  }

  #dropAll(): void {
    for (const { ending } of this.#early.values()) ending.abort();
    this.#early.clear();
  }
}
