// One pending request, shared by everybody who asks while it is pending.

export class RequestCoalescer<T> {
  readonly #maxAgeMs: number;
  #pending: { readonly startedAt: number; readonly answer: Promise<T> } | undefined;

  /** Up to this age a pending request counts as made now. */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** `now`: milliseconds that only rise. A failure rejects for everybody who shares it; the next call makes a new request. */
  get(now: number, request: () => Promise<T>): Promise<T> {
    const pending = this.#pending;
    if (pending && now - pending.startedAt < this.#maxAgeMs) return pending.answer;
    const answer = request().finally(() => {
      if (this.#pending?.answer === answer) this.#pending = undefined;
    });
    this.#pending = { startedAt: now, answer };
    return answer;
  }

  /** The next call makes a new request. */
  forget(): void {
    this.#pending = undefined;
  }
}
