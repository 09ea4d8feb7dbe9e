// model/ is what we know and decide. It knows the api's types and no editor; what it needs of the editor is handed in.

export interface Subscription {
  dispose(): void;
}
export type Event<T> = (listener: (value: T) => void) => Subscription;

/** An event with its sender. Listeners are called in the order in which they came; one that throws stops no other. */
export class Emitter<T> implements Subscription {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event: Event<T> = (listener) => {
    const own = (value: T) => listener(value); // the same function may listen twice
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
