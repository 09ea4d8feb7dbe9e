// The pages of a cohort's persons, one after the other, each read to its end or read again.
import { ApiError } from '#api/apiError.ts';
import { withRetries } from '#api/http/withRetries.ts';
import { type Cursor, cursorAfter, mostIdlePages } from '#api/pageCursor.ts';
import type { ReadableCohorts, RetryWait } from '#api/clientTypes.ts';
import { PageOpener } from './pageOpener.ts';
import { pageRetryLimits, reasonToRetryPage } from './pageRetryRules.ts';
import { PageScanner } from '#exports/scan/pageScanner.ts';
import type { OnElement, PageEnd } from '#exports/scan/pageScanner.ts';
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
  /** The page to begin with; the first where it is left out. */
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
    if (next === 'stuck' || idlePages >= mostIdlePages) {
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
    return readPage(reading, opener, cursor, () => newPersons++);
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
export async function readPage(
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
