// The pages of a cohort's persons, one after the other, each read to its end or read again.
import { ApiError } from '#api/apiError.ts';
import type {
  Cursor,
  ReadableCohorts,
  RetryLimits,
  RetryReason,
  RetryWait,
  StreamedResponse,
} from '#api/clientTypes.ts';
import { Retries } from '#api/http/retries.ts';
import { cursorAfter, ReadAhead, walkPages } from '#api/pages.ts';
import { type OnElement, type PageEnd, PageScanner } from '#exports/scan/pageScanner.ts';

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
  const { start = { offset: 0, limit: reading.limits.pageSize }, signal } = reading;
  const ahead = openAhead(reading);
  const read = async (at: Cursor) => {
    const page = await readPageWithRetries(reading, ahead, at);
    return { ...page, next: cursorAfter(page.end, at), hasNew: page.newPersons > 0 };
  };
  let pages = 0;
  let repeatedPages = 0;
  let isPagingCutShort = false;
  for await (const page of walkPages({ start, ahead, read, signal })) {
    pages++;
    repeatedPages += page.repeats;
    if (page.end.kind !== 'page' && page.end.kind !== 'list') {
      if (pages > 1 || start.offset > 0)
        throw new ApiError('unexpected', 'A page of persons contains no list of persons.', { status: 200 });
      return { pages, repeatedPages, isPagingCutShort, shaped: page.raw };
    }
    ({ isCutShort: isPagingCutShort } = page);
    await reading.onPageEnd(page.next);
  }
  return { pages, repeatedPages, isPagingCutShort, shaped: undefined };
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
  ahead: PersonsAhead,
  cursor: Cursor,
): Promise<ReadPage> {
  const { limits, signal } = reading;
  const retries = new Retries({
    limits: { ...pageRetryLimits, tries: limits.tries, firstWaitMs: limits.firstWaitMs },
    reasonToRetry: reasonToRetryPage,
    signal,
    onWait: reading.onWait,
  });
  let isRepeated = false;
  let repeats = 0;
  let newPersons = 0;
  for (;;) {
    try {
      reading.onPage(isRepeated);
      const response = await ahead.take(cursor, isRepeated);
      const page = await readPersonsPage(reading, response, () => newPersons++);
      return { ...page, newPersons, repeats };
    } catch (error) {
      // Pages that are open and not read would keep the sockets that this one may have to wait for.
      ahead.drop();
      if ((await retries.waitAfter(error)) !== 'throttled') repeats++;
      isRepeated = true;
    }
  }
}

/** Reads one page to its end, once. Throws ApiError. */
export async function readPersonsPage(
  reading: Pick<PageReading, 'onPerson' | 'onChunk'>,
  response: StreamedResponse,
  onNew: () => void,
): Promise<{ readonly end: PageEnd; readonly raw: Uint8Array | undefined }> {
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

interface PersonsAhead {
  /** Opens those that most likely follow as well, unless the page `isRepeated`: one that fails is requested alone. */
  take(cursor: Cursor, isRepeated: boolean): Promise<StreamedResponse>;
  drop(): void;
  end(): void;
}

/** What is opened before its turn waits unread, its socket paused. */
function openAhead({ cohorts, cohortId, limits, expectedRows = 0, onWait }: PageReading): PersonsAhead {
  /** Until when the rate limit holds back pages whose turn has not come. */
  const held = new Map<number, RetryWait & { readonly untilMs: number }>();
  let turn = -1;
  const open = (cursor: Cursor, signal: AbortSignal) =>
    cohorts.openPersons(cohortId, {
      format: 'json',
      ...cursor,
      signal,
      priority: 'export',
      retry: singleTry,
      onWait(wait) {
        if (cursor.offset === turn) onWait(wait);
        else held.set(cursor.offset, { ...wait, untilMs: performance.now() + wait.ms });
      },
    });
  const ahead = new ReadAhead(open);
  return {
    take(cursor, isRepeated) {
      turn = cursor.offset;
      const { reason, untilMs = 0 } = held.get(turn) ?? {};
      const ms = untilMs - performance.now();
      if (reason && ms > 0) onWait({ ms, reason });
      held.delete(turn);
      return ahead.take(cursor, expectedRows, isRepeated ? 0 : limits.ahead);
    },
    drop: () => ahead.drop(),
    end: () => ahead.end(),
  };
}

// How many persons a request asks for, how often a page is requested, and after which failures.

/** An export that is throttled for an hour or two still continues by itself; the person can cancel it at any time. */
const pageRetryLimits: RetryLimits = {
  tries: 5,
  extraThrottledTries: 20,
  firstWaitMs: 500,
  maxWaitMs: 5 * 60_000,
  allWaitsMs: Infinity,
};

/** For the client that opens a page: the loop around it retries. */
const singleTry: Partial<RetryLimits> = { tries: 1, maxWaitMs: pageRetryLimits.maxWaitMs };

/** A page is only read, so every failure in transport is worth another try, including a crash of the service. */
function reasonToRetryPage({ kind }: ApiError): RetryReason | undefined {
  if (kind === 'throttled' || kind === 'server') return kind;
  return kind === 'network' || kind === 'incomplete' || kind === 'timeout' ? 'network' : undefined;
}

export interface PagingLimits {
  /** Persons in one request. */
  readonly pageSize: number;
  /** How often a page is requested at most, the first time included; being throttled does not count. */
  readonly tries: number;
  /** The wait before the second try; it doubles from try to try. */
  readonly firstWaitMs: number;
  /** Pages that are requested before it is their turn. */
  readonly ahead: number;
}

export const defaultPagingLimits: PagingLimits = {
  pageSize: 1000,
  tries: pageRetryLimits.tries,
  firstWaitMs: pageRetryLimits.firstWaitMs,
  ahead: 2,
};
