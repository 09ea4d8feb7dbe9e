// Opens pages, and the ones that will most likely come next before they are needed: the service works on them while
// the page at hand is written. What has been opened early waits unread, its socket paused, and is dropped when
// somebody else needs the socket.
import { isApiError } from '#api/apiError.ts';
import type { Cursor } from '#api/pageCursor.ts';
import { Lane } from '#api/requestPriority.ts';
import type { EarlyPriority } from '#api/requestPriority.ts';
import type { ReadableCohorts, RetryWait, StreamedResponse } from '#api/clientTypes.ts';
import { singleTry } from './pageRetryRules.ts';

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
  readonly response: Promise<StreamedResponse | undefined>;
}

export class PageOpener {
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
    if (this.#wrongGuesses >= mostWrongGuesses) return;
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
