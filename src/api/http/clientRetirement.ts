/** An export that waits between two pages has a call under way; so long without any, nothing is to come. */
const idleMs = 60_000;

/** Closes what is not handed out any more, once all that runs on it has ended. */
export class Retirement {
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
