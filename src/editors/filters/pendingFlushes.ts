/** A save waits no longer than this for a webview that does not answer. */
const timeoutMs = 1000;

interface PendingFlush {
  readonly id: number;
  readonly done: () => void;
}

/** Requests to a webview to send its last changes before a save. */
export class PendingFlushes {
  readonly #post: (id: number) => void;
  readonly #onTimeout: () => void;
  #lastId = 0;
  #pending: readonly PendingFlush[] = [];

  constructor(post: (id: number) => void, onTimeout: () => void) {
    this.#post = post;
    this.#onTimeout = onTimeout;
  }

  /** Resolves when the webview has answered, or has not answered in time. */
  request(): Promise<void> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#onTimeout();
        this.finish(id);
      }, timeoutMs);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#pending = [...this.#pending, { id, done }];
      this.#post(id);
    });
  }

  /** The webview has sent all changes up to a request. */
  finish(id: number): void {
    const finished = this.#pending.filter((flush) => flush.id <= id);
    this.#pending = this.#pending.filter((flush) => flush.id > id);
    for (const { done } of finished) done();
  }

  finishAll(): void {
    this.finish(this.#lastId);
  }
}
