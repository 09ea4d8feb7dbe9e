/**
 * An export has a call in progress even between two pages, so a client without one for this long is unused.
 */
const idleMs = 60_000;

/** Closes a client that is no longer handed out, once its last call has ended. */
export class ClientRetirement {
  readonly #close: () => void;
  #running = 0;
  #isRetired = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(close: () => void) {
    this.#close = close;
  }

  /** Something runs until the function that this returns is called. */
  begin(): () => void {
    this.#running++;
    clearTimeout(this.#timer);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running--;
      this.#closeWhenIdle();
    };
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeWhenIdle();
  }

  stop(): void {
    this.#isRetired = false;
    clearTimeout(this.#timer);
  }

  #closeWhenIdle(): void {
    if (!this.#isRetired || this.#running > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#close, idleMs);
    this.#timer.unref(); // it must not keep a process alive
  }
}
