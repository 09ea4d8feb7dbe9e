// model/ holds state and decisions. It does not import the editor's API; what it needs of it is passed in.

export interface Subscription {
  dispose(): void;
}
export type Event<T> = (listener: (value: T) => void) => Subscription;

/** Calls all listeners in the order of registration, even if one throws. */
export class Emitter<T> implements Subscription {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value); // the same function may be registered twice
    this.#listeners.add(own);
    return { dispose: () => this.#listeners.delete(own) };
  };

  fire(value: T): void {
    const failures: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'A listener failed.');
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
