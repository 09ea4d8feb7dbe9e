// Holds back questions for cells, and drawing while an answer is near. While somebody drags the scroll bar, what is passed
// by is not asked for: it would hold up what shows at the end.
import type { CellRequest } from './cellCache.ts';

/** Questions without an answer. */
const most = 2;
/** An answer that takes longer may never come, as the host leaves out what another view wanted. */
const longestMs = 500;
/** Most answers come sooner. To draw in between that cells are on their way would only hold them up. */
const patienceMs = 120;

export class CellQuestions {
  readonly #send: (requests: readonly CellRequest[]) => void;
  readonly #again: () => void;
  #open = 0;
  #sentMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitsSinceMs: number | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  /** `again` is called where a question was held back and no answer has come for long. */
  constructor(send: (requests: readonly CellRequest[]) => void, again: () => void) {
    this.#send = send;
    this.#again = again;
  }

  /** `requests` is called only where they can be sent now; else the next answer is the time to ask again. */
  ask(requests: () => readonly CellRequest[]): void {
    const nowMs = performance.now();
    if (nowMs - this.#sentMs >= longestMs) this.#open = 0;
    if (this.#open >= most) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#open = 0;
        this.#again();
      }, longestMs);
      return;
    }
    const wanted = requests();
    if (wanted.length === 0) return;
    this.#open += wanted.length;
    this.#sentMs = nowMs;
    this.#send(wanted);
  }

  /** `hasNothing`: not one cell of what shows is there. True: leave what shows as it is, `again` is called in time. */
  isWorthWaiting(hasNothing: boolean): boolean {
    clearTimeout(this.#patience);
    if (!hasNothing) this.#waitsSinceMs = undefined;
    else this.#waitsSinceMs ??= performance.now();
    if (this.#waitsSinceMs === undefined) return false;
    const leftMs = this.#waitsSinceMs + patienceMs - performance.now();
    if (leftMs <= 0) return false;
    this.#patience = setTimeout(() => {
      this.#waitsSinceMs = -Infinity; // timers may come a little early
      this.#again();
    }, leftMs);
    return true;
  }

  answered(): void {
    this.#open = Math.max(0, this.#open - 1);
  }

  /** Nobody waits for the answers any more. */
  forget(): void {
    this.#open = 0;
  }
}
