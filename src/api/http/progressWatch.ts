/** Less than this in one window is no progress. */
const leastBytes = 1024;

/** Watches a stream that may take hours as long as it makes progress. */
export class ProgressWatch {
  readonly #windowMs: number;
  readonly #onStall: () => void;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;

  constructor(windowMs: number, onStall: () => void) {
    this.#windowMs = windowMs;
    this.#onStall = onStall;
  }

  /** A new window begins; also after the reader has held the stream back. */
  start(): void {
    clearTimeout(this.#timer);
    this.#bytes = 0;
    this.#timer = setTimeout(() => {
      if (this.#bytes >= leastBytes) this.start();
      else this.#onStall();
    }, this.#windowMs);
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
