// The wait for a lock that another window holds.

/** How a person follows or cancels a wait for another window. */
export interface LockWaiting {
  /** What the windows that wait for this one call it; may be empty. */
  readonly ownName: () => string;
  /** Called once a lock has not been free for 2 seconds. @param holder what the other window calls itself; may be empty */
  readonly show: (name: string, holder: string, cancel: () => void) => { dispose(): void };
  /** A longer wait fails. */
  readonly longestMs: () => number;
  /** When the wait is shown; default 2 seconds, other values for tests. */
  readonly showAfterMs?: number;
}

/** Another window held the lock, and the task did not run. */
export class LockNotFree extends Error {
  override readonly name = 'LockNotFree';
  /** `cancelled`: by the person who waited. */
  readonly reason: 'cancelled' | 'late';
  constructor(reason: 'cancelled' | 'late') {
    super('Another window holds the lock.');
    this.reason = reason;
  }
}

const retryMs = 20;
const defaultShowAfterMs = 2000;

/** One wait for a lock: what is known of the lock, and what a person sees. */
export class LockWait {
  readonly maxHeldMs: number;
  readonly #name: string;
  readonly #waiting: LockWaiting | undefined;
  readonly #startedMs = performance.now();
  #seen: { readonly text: string; readonly mtimeMs: number; readonly sinceMs: number } | undefined;
  #shown: { dispose(): void } | undefined;
  #isCancelled = false;
  /** How far this machine's clock is ahead of the one that sets the times of lock files. */
  #aheadMs = 0;

  constructor(name: string, waiting: LockWaiting | undefined, maxHeldMs: number) {
    this.#name = name;
    this.#waiting = waiting;
    this.maxHeldMs = maxHeldMs;
  }

  get waitedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /** `mtimeMs`: of a file that was just written beside the lock, maybe on a share of a machine with another clock. */
  setClock(mtimeMs: number): void {
    // oxlint-disable-next-line no-restricted-properties -- compared with a file's time
    this.#aheadMs = Date.now() - mtimeMs;
  }

  /** The longer of two ages of a lock: by its file, and since it was first seen so here, because a clock may be set back. */
  ageOf(text: string, mtimeMs: number): number {
    const now = performance.now();
    const isSame = this.#seen?.text === text && this.#seen.mtimeMs === mtimeMs;
    const seen = this.#seen && isSame ? this.#seen : { text, mtimeMs, sinceMs: now };
    this.#seen = seen;
    // oxlint-disable-next-line no-restricted-properties -- compared with a file's time
    return Math.max(Date.now() - this.#aheadMs - mtimeMs, now - seen.sinceMs);
  }

  /** Throws LockNotFree. */
  async pause(): Promise<void> {
    if (this.#waiting) {
      const { waitedMs } = this;
      if (this.#isCancelled) throw new LockNotFree('cancelled');
      if (waitedMs > this.#waiting.longestMs()) throw new LockNotFree('late');
      if (waitedMs > (this.#waiting.showAfterMs ?? defaultShowAfterMs)) this.#show(this.#waiting);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  end(): void {
    this.#shown?.dispose();
  }

  #show(waiting: LockWaiting): void {
    const [, holder = ''] = /^\d+ \S+ (.*)$/s.exec(this.#seen?.text ?? '') ?? [];
    const cancel = (): void => {
      this.#isCancelled = true;
    };
    this.#shown ??= waiting.show(this.#name, holder, cancel);
  }
}
