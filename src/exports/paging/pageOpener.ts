// Opens pages, and the ones that will most likely come next before they are needed: the service works on them while
// the page at hand is written. What has been opened early waits unread, its socket held back.
import { ApiError, isApiError } from '#api/apiError.ts';
import { sleep } from '#api/http/abortSignals.ts';
import type { Cohorts, StreamedAnswer } from '#api/types.ts';
import { openOnce } from './pageRetry.ts';

export interface Cursor {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOpener {
  /** Throws ApiError; `throttled` also where a page asked for early was, with what is left of its wait. */
  open(cursor: Cursor): Promise<StreamedAnswer>;
  /** Ends what was opened early and is not needed. */
  close(): void;
}

export interface OpenerOptions {
  readonly cohorts: Cohorts;
  readonly cohortId: number;
  readonly signal: AbortSignal;
  /** Pages opened early at most. */
  readonly ahead: number;
  /** From one request to the next, once one was throttled. */
  readonly paceMs: number;
  /** Persons there are; without it nothing is opened early. */
  readonly expectedRows: number | undefined;
}

/** Guesses that the service's `next` proved wrong before guessing ends: each costs a request. */
const mostWrongGuesses = 2;
/** How long to wait after a 429 that names no time. */
const throttledWaitMs = 60_000;

interface Early {
  readonly limit: number;
  /** Undefined where it failed: the page is opened again when its turn comes, and its failure is seen then. */
  readonly answer: Promise<StreamedAnswer | undefined>;
}

export function createPageOpener(options: OpenerOptions): PageOpener {
  const { cohorts, cohortId, signal } = options;
  const early = new Map<number, Early>();
  let lastOffset: number | undefined;
  let wrongGuesses = 0;
  let throttledUntilMs: number | undefined;
  /** When the next request may go; undefined while none was throttled. */
  let nextTurnMs: number | undefined;
  let isClosed = false;

  async function ask(cursor: Cursor): Promise<StreamedAnswer> {
    await turn();
    try {
      return await cohorts.openPersons(cohortId, { format: 'json', ...cursor, signal, retry: openOnce });
    } catch (error) {
      if (isApiError(error, 'throttled')) nextTurnMs ??= performance.now();
      throw error;
    }
  }

  async function turn(): Promise<void> {
    if (nextTurnMs === undefined) return;
    const nowMs = performance.now();
    const turnMs = Math.max(nowMs, nextTurnMs);
    nextTurnMs = turnMs + options.paceMs;
    if (turnMs > nowMs) await sleep(turnMs - nowMs, [signal]);
    if (isClosed) throw new ApiError('cancelled', 'The page is not needed any more.');
  }

  async function askEarly(cursor: Cursor): Promise<StreamedAnswer | undefined> {
    try {
      return await ask(cursor);
    } catch (error) {
      if (isApiError(error, 'throttled')) {
        throttledUntilMs = performance.now() + (error.retryAfterMs ?? throttledWaitMs);
      }
      return undefined;
    }
  }

  function throwIfThrottled(): void {
    if (throttledUntilMs === undefined) return;
    const retryAfterMs = Math.max(0, throttledUntilMs - performance.now());
    throttledUntilMs = undefined;
    throw new ApiError('throttled', 'A page asked for early was throttled.', { status: 429, retryAfterMs });
  }

  function drop(): void {
    for (const { answer } of early.values()) void answer.then((one) => one?.cancel());
    early.clear();
  }

  function guess({ offset, limit }: Cursor): void {
    if (wrongGuesses >= mostWrongGuesses || throttledUntilMs !== undefined) return;
    for (let step = 1; step <= options.ahead; step++) {
      const next = { offset: offset + step * limit, limit };
      if (next.offset >= (options.expectedRows ?? 0)) return;
      if (!early.has(next.offset)) early.set(next.offset, { limit, answer: askEarly(next) });
    }
  }

  /** A page that is asked for again is no wrong guess: those after it stay. */
  function takeEarly({ offset, limit }: Cursor): Early['answer'] | undefined {
    const guessed = early.get(offset);
    const isRepeated = offset === lastOffset;
    lastOffset = offset;
    if (guessed?.limit === limit) {
      early.delete(offset);
      return guessed.answer;
    }
    if (early.size > 0 && !isRepeated) {
      wrongGuesses++;
      drop();
    }
    return undefined;
  }

  return {
    async open(cursor) {
      const openedEarly = takeEarly(cursor);
      if (openedEarly !== undefined) {
        guess(cursor);
        const answer = await openedEarly;
        if (answer !== undefined) return answer;
      }
      throwIfThrottled();
      const answer = ask(cursor);
      guess(cursor);
      return answer;
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}
