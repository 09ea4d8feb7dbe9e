// Opens pages, and the ones that will most likely come next before they are needed: the service works on them while
// the page at hand is written. What has been opened early waits unread, its socket paused, and is dropped when
// somebody else needs the socket.
import { isApiError } from '#api/apiError.ts';
import { Lane } from '#api/requestPriority.ts';
import type { EarlyPriority, Priority } from '#api/requestPriority.ts';
import type { ReadableCohorts, RetryWait, StreamedAnswer } from '#api/types.ts';
import { openOnce } from './pageRetry.ts';

export interface Cursor {
  readonly offset: number;
  readonly limit: number;
}

export interface PageOpener {
  /** Throws ApiError. */
  open(cursor: Cursor): Promise<StreamedAnswer>;
  /** Ends what was opened early and is not needed. */
  close(): void;
}

export interface OpenerOptions {
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
const mostWrongGuesses = 2;

interface EarlyPage {
  readonly limit: number;
  readonly priority: EarlyPriority;
  readonly ending: AbortController;
  /** Undefined where it failed: the page is opened again when its turn comes, and its failure is seen then. */
  readonly answer: Promise<StreamedAnswer | undefined>;
}

export function createPageOpener(options: OpenerOptions): PageOpener {
  const { cohorts, cohortId, signal } = options;
  const lane = new Lane();
  const early = new Map<number, EarlyPage>();
  let lastOffset: number | undefined;
  let wrongGuesses = 0;

  async function ask(cursor: Cursor, priority: Priority = lane.next): Promise<StreamedAnswer> {
    const { onWait } = options;
    return cohorts.openPersons(cohortId, {
      format: 'json',
      ...cursor,
      signal,
      priority,
      onWait,
      retry: openOnce,
    });
  }

  function askEarly({ offset, limit }: Cursor): EarlyPage {
    const priority = lane.early();
    const ending = new AbortController();
    const answer = cohorts
      .openPersons(cohortId, {
        format: 'json',
        offset,
        limit,
        priority,
        signal: AbortSignal.any([signal, ending.signal]),
        retry: openOnce,
        onDropped: () => early.delete(offset),
        onWait(wait) {
          if (priority.urgency !== 'early') options.onWait(wait);
        },
      })
      .catch((error: unknown) => {
        if (!isApiError(error)) throw error;
        return undefined;
      });
    return { limit, priority, ending, answer };
  }

  function dropAll(): void {
    for (const { ending } of early.values()) ending.abort();
    early.clear();
  }

  function guess({ offset, limit }: Cursor): void {
    if (wrongGuesses >= mostWrongGuesses) return;
    for (let step = 1; step <= options.ahead; step++) {
      const next = { offset: offset + step * limit, limit };
      if (next.offset >= (options.expectedRows ?? 0)) return;
      if (!early.has(next.offset)) early.set(next.offset, askEarly(next));
    }
  }

  /** A page that is asked for again is no wrong guess: those after it stay. */
  function takeEarly({ offset, limit }: Cursor): EarlyPage['answer'] | undefined {
    const guessed = early.get(offset);
    const isRepeated = offset === lastOffset;
    lastOffset = offset;
    if (guessed?.limit === limit) {
      early.delete(offset);
      guessed.priority.promote();
      return guessed.answer;
    }
    if (early.size > 0 && !isRepeated) {
      wrongGuesses++;
      dropAll();
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
      const answer = ask(cursor);
      guess(cursor);
      return answer;
    },
    close() {
      dropAll();
      lane.close();
    },
  };
}
