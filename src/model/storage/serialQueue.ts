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
