const longestMs = 5 * 60_000;

/** Waits that double from one to the next, up to five minutes. */
export class Backoff {
  readonly #firstMs: number;
  readonly #mostJitter: number;
  #nextMs: number;

  /** @param mostJitter the largest share of a wait that is added to it at random */
  constructor(firstMs: number, mostJitter = 0) {
    this.#firstMs = firstMs;
    this.#mostJitter = mostJitter;
    this.#nextMs = firstMs;
  }

  /** The next wait, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, longestMs);
    return ms * (1 + this.#mostJitter * Math.random());
  }

  /** The next wait is the first one again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
