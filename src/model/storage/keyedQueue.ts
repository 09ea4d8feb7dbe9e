// Tasks of one name follow each other, in the order in which they came; those of different names do not wait.
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Settles as the task does. One that fails lets the next one begin all the same. */
  run<T>(name: string, task: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const run = before.then(task, task);
    const settled = run.then(
      () => undefined,
      () => undefined, // the caller of that task has its error
    );
    this.#last.set(name, settled);
    void settled.then(() => {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    });
    return run;
  }
}
