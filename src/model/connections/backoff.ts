const maxMs = 5 * 60_000;

/** Waits that double from one to the next, up to five minutes. */
export class Backoff {
  readonly #firstMs: number;
  readonly #maxJitter: number;
  #nextMs: number;

  /** @param maxJitter the largest share of a wait that is added to it at random */
  constructor(firstMs: number, maxJitter = 0) {
    this.#firstMs = firstMs;
    this.#maxJitter = maxJitter;
    this.#nextMs = firstMs;
  }

  /** The next wait, in milliseconds. */
  next(): number {
    const ms = this.#nextMs;
    this.#nextMs = Math.min(2 * ms, maxMs);
    return ms * (1 + this.#maxJitter * Math.random());
  }

  /** The next wait is the first one again. */
  reset(): void {
    this.#nextMs = this.#firstMs;
  }
}
