import { ApiError } from '#api/apiError.ts';

/** Aborts its signal, with an ApiError `timeout`, when the time is over. It does not run before `start`. */
export class Deadline {
  readonly #ms: number;
  readonly #aborter = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #endMs = 0;

  constructor(ms: number) {
    this.#ms = ms;
  }

  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** The whole time from now on. */
  start(): void {
    this.#run(this.#ms);
  }

  /** Announced waits for the service's rate limit do not count. */
  extend(ms: number): void {
    if (this.#timer !== undefined) this.#run(this.#endMs - performance.now() + ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #run(ms: number): void {
    clearTimeout(this.#timer);
    this.#endMs = performance.now() + ms;
    this.#timer = setTimeout(
      () => {
        this.#aborter.abort(new ApiError('timeout', 'The service did not respond in time.'));
      },
      Math.max(0, ms),
    );
  }
}
