// The wait for a lock that another window holds.

/** How a person follows or cancels a wait for another window. */
export interface LockWaiting {
  /** What the windows that wait for this one call it; may be empty. */
  readonly ownName: () => string;
  /** Called once a lock has not been free for 2 seconds. @param holder what the other window calls itself; may be empty */
  readonly show: (name: string, holder: string, cancel: () => void) => { dispose(): void };
  /** A longer wait fails. */
  readonly maxMs: () => number;
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

/** A lock as it was seen, and since when, by `performance.now()`. */
export interface Sighting {
  readonly text: string;
  readonly mtimeMs: number;
  readonly sinceMs: number;
}

/** One wait for a lock: what is known of the lock, and what a person sees. */
export class LockWait {
  readonly maxHeldMs: number;
  readonly #name: string;
  readonly #waiting: LockWaiting | undefined;
  readonly #startedMs = performance.now();
  readonly #sightings: Map<string, Sighting>;
  #shown: { dispose(): void } | undefined;
  #isCancelled = false;

  /** @param sightings of earlier waits: a wait may be shorter than a lock is held */
  constructor(
    name: string,
    waiting: LockWaiting | undefined,
    maxHeldMs: number,
    sightings = new Map<string, Sighting>(),
  ) {
    this.#name = name;
    this.#sightings = sightings;
    this.#waiting = waiting;
    this.maxHeldMs = maxHeldMs;
  }

  get waitedMs(): number {
    return performance.now() - this.#startedMs;
  }

  /**
   * How long a lock has been seen here as it is: no clock of another machine, or one that is set, makes it older. `mtimeMs`
   * changes when it is renewed.
   */
  ageOf(text: string, mtimeMs: number): number {
    const now = performance.now();
    const last = this.#sightings.get(this.#name);
    const seen = last?.text === text && last.mtimeMs === mtimeMs ? last : { text, mtimeMs, sinceMs: now };
    this.#sightings.set(this.#name, seen);
    return now - seen.sinceMs;
  }

  /** Throws LockNotFree. */
  async pause(): Promise<void> {
    if (this.#waiting) {
      const { waitedMs } = this;
      if (this.#isCancelled) throw new LockNotFree('cancelled');
      if (waitedMs > this.#waiting.maxMs()) throw new LockNotFree('late');
      if (waitedMs > (this.#waiting.showAfterMs ?? defaultShowAfterMs)) this.#show(this.#waiting);
    }
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }

  end(): void {
    this.#shown?.dispose();
  }

  #show(waiting: LockWaiting): void {
    const [, holder = ''] = /^\d+ \S+ (.*)$/s.exec(this.#sightings.get(this.#name)?.text ?? '') ?? [];
    const cancel = (): void => {
      this.#isCancelled = true;
    };
    this.#shown ??= waiting.show(this.#name, holder, cancel);
  }
}
