// Limits the requests for cells. While the scroll bar is dragged, the rows on the way are not requested: they would delay
// the rows at the end. Nor is the grid drawn while an answer is close.
import type { CellRequest } from './cellCache.ts';

/** Requests without an answer. */
const maxOpen = 2;
/** A later answer may never come, because the host skips requests for another view. */
const maxWaitMs = 500;
/** Most responses arrive sooner. Drawing empty cells until then would only delay them. */
const patienceMs = 120;

export class CellRequests {
  readonly #send: (requests: readonly CellRequest[]) => void;
  readonly #retry: () => void;
  #open = 0;
  #sentMs = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #emptySinceMs: number | undefined;
  #patienceTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param retry called if a request was held back and no response has arrived for long */
  constructor(send: (requests: readonly CellRequest[]) => void, retry: () => void) {
    this.#send = send;
    this.#retry = retry;
  }

  /** @param create called only if requests can be sent now; else the next answer is the time to try again */
  send(create: () => readonly CellRequest[]): void {
    const nowMs = performance.now();
    if (nowMs - this.#sentMs >= maxWaitMs) this.#open = 0;
    if (this.#open >= maxOpen) return this.#retryLater();
    const requests = create();
    if (requests.length === 0) return;
    this.#open += requests.length;
    this.#sentMs = nowMs;
    this.#send(requests);
  }

  /**
   * Whether to leave the grid as it is for now; `retry` is called in time.
   * @param isEmpty none of the visible cells is loaded
   */
  isWorthWaiting(isEmpty: boolean): boolean {
    clearTimeout(this.#patienceTimer);
    this.#emptySinceMs = isEmpty ? (this.#emptySinceMs ?? performance.now()) : undefined;
    if (this.#emptySinceMs === undefined) return false;
    const leftMs = this.#emptySinceMs + patienceMs - performance.now();
    if (leftMs <= 0) return false;
    this.#patienceTimer = setTimeout(() => {
      this.#emptySinceMs = -Infinity; // timers may fire a little early
      this.#retry();
    }, leftMs);
    return true;
  }

  answered(): void {
    this.#open = Math.max(0, this.#open - 1);
  }

  /** Pending responses are no longer needed. */
  forget(): void {
    this.#open = 0;
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#open = 0;
      this.#retry();
    }, maxWaitMs);
  }
}
