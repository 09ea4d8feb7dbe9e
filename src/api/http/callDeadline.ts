// How long a call may take, without its waits.
import { ApiError } from '#api/apiError.ts';
import { linkAbort } from './abortSignals.ts';

/** Ends a call: when its caller or the client says so, or, with an ApiError `timeout`, when its time is over. */
export class CallDeadline {
  readonly #operation: string;
  readonly #ms: number;
  readonly #aborter = new AbortController();
  readonly #unlinks: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #endMs = 0;

  constructor(operation: string, ms: number, signals: readonly (AbortSignal | undefined)[]) {
    this.#operation = operation;
    this.#ms = ms;
    const stop = (error: ApiError): void => this.#aborter.abort(error);
    this.#unlinks = signals.map((signal) => linkAbort(signal, stop, { operation }));
  }

  /** Its reason is an ApiError. */
  get signal(): AbortSignal {
    return this.#aborter.signal;
  }

  /** The whole time from now on. */
  startClock(): void {
    this.#run(this.#ms);
  }

  /** Until it is started again. */
  stopClock(): void {
    clearTimeout(this.#timer);
    this.#endMs = 0;
  }

  /** Waits for the rate limit and after an error of the service do not count. */
  extend(ms: number): void {
    if (this.#endMs > 0) this.#run(this.#endMs - performance.now() + ms);
  }

  /** Waits for `settled`, which takes `maxMs` at most; that time does not count. Throws if the call ends. */
  async pauseClock(settled: Promise<void>, maxMs: number): Promise<void> {
    const startedMs = performance.now();
    this.extend(maxMs);
    await new Promise<void>((resolve, reject) => {
      const unlink = linkAbort(this.signal, reject);
      void settled.then(() => {
        unlink();
        resolve();
      });
    });
    this.extend(performance.now() - startedMs - maxMs);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const unlink of this.#unlinks) unlink();
  }

  #run(ms: number): void {
    clearTimeout(this.#timer);
    this.#endMs = performance.now() + ms;
    this.#timer = setTimeout(
      () => {
        const fields = { operation: this.#operation };
        this.#aborter.abort(new ApiError('timeout', 'The service did not respond in time.', fields));
      },
      Math.max(0, ms),
    );
  }
}
