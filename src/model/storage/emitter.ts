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
