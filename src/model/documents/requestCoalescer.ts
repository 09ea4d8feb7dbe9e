// Questions that are under way: who asks the same a moment later shares the answer.

export class RequestCoalescer<T> {
  readonly #maxAgeMs: number;
  readonly #asked = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();

  /** Up to this age a question under way counts as asked now. */
  constructor(maxAgeMs: number) {
    this.#maxAgeMs = maxAgeMs;
  }

  /** `now`: milliseconds since 1970. Rejects for everybody who shares a question that fails; the next one asks anew. */
  get(key: string, now: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#asked.get(key);
    if (known && now - known.at < this.#maxAgeMs) return known.answer;
    const answer = ask().finally(() => {
      if (this.#asked.get(key)?.answer === answer) this.#asked.delete(key);
    });
    this.#asked.set(key, { at: now, answer });
    return answer;
  }

  /** What is asked from now on is asked anew. */
  forget(): void {
    this.#asked.clear();
  }
}
