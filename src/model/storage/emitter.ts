// model/ holds state and decisions. It does not import the editor's API; what it needs of it is passed in.

export interface Subscription {
  dispose(): void;
}
export type Event<T> = (listener: (value: T) => void) => Subscription;

/**
 * Calls all listeners in the order of registration. One that throws stops neither the others nor the caller,
 * whose change has already happened. Its error goes to `reportListenerErrors`, as VS Code's own emitters do
 * it.
 */
export class Emitter<T> implements Subscription {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value); // the same function may be registered twice
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        report(error);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Without a handler, errors are uncaught, so none is lost silently. */
let report = (error: unknown): void => {
  queueMicrotask(() => {
    throw error;
  });
};

/** Hands the errors of all emitters' listeners to `listener` from now on. @returns an undoing */
export function reportListenerErrors(listener: (error: unknown) => void): Subscription {
  const before = report;
  report = listener;
  return {
    dispose() {
      report = before;
    },
  };
}

/** Runs tasks one after the other, in order; those with different keys run in parallel. */
export class SerialQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Settles as the task does. The next task runs even if this one fails. */
  run<T>(task: () => Promise<T>, key = ''): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const run = before.then(task, task);
    const settled = run.then(
      () => undefined,
      () => undefined, // the task's caller gets the error
    );
    this.#last.set(key, settled);
    void settled.then(() => {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    });
    return run;
  }
}

/** A map of the last `maxSize` entries that were set: one more drops the one that was set longest ago. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  /** Call also when an entry was used, so that it is kept. */
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#maxSize) break;
      this.delete(oldest);
    }
    return this;
  }
}
