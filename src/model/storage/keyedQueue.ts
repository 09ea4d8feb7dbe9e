// Runs tasks with the same key one after the other, in order; different keys run in parallel.
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Settles as the task does. The next task runs even if this one fails. */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
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
