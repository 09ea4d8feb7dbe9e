// One call, from its first try to its outcome: its turn at the gate, its deadline, its retries.
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import type { CertificateStore, ClientOptions, RetryLimits, RetryReason } from '#api/clientTypes.ts';
import { interactivePriority } from '#api/requestPriority.ts';
import { linkAbort, type Signals } from './abortSignals.ts';
import { buildRequest } from './buildRequest.ts';
import { guardWrite, operationOf, type Call } from './call.ts';
import type { CallAttempt } from './callAttempt.ts';
import type { ClientRetirement } from './clientRetirement.ts';
import type { FetchFallback } from '#api/http/connect/fetchFallback.ts';
import type { Entry, RequestGate, Pass } from '#api/http/limits/requestGate.ts';
import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { defaultRetryAfterMs, maxWaitMs } from '#api/http/limits/retryAfter.ts';
import { isOfUnknownAuthority } from '#api/http/connect/trustedCertificates.ts';
import { withRetries } from '#api/http/limits/withRetries.ts';

/** What all calls of a client share. */
export interface ClientParts {
  readonly address: SafeBaseUrl;
  readonly options: Omit<ClientOptions, 'log' | 'timeoutMs'>;
  readonly log: (line: string) => void;
  readonly timeoutMs: number;
  readonly gate: RequestGate;
  readonly certificates: CertificateStore | undefined;
  readonly throughWire: FetchFallback;
  readonly retirement: ClientRetirement;
  /** The client closes. */
  readonly closing: AbortSignal;
}

export class RunningCall<T> {
  readonly #call: Call;
  readonly #exchange: (attempt: CallAttempt) => Promise<T>;
  readonly #parts: ClientParts;
  readonly #operation: string;
  readonly #deadline: Deadline;
  readonly #dropping = new AbortController();

  constructor(call: Call, exchange: (attempt: CallAttempt) => Promise<T>, parts: ClientParts) {
    this.#call = call;
    this.#exchange = exchange;
    this.#parts = parts;
    this.#operation = operationOf(call);
    this.#deadline = new Deadline(Math.min(parts.timeoutMs, call.timeoutMs ?? Infinity));
  }

  /** Called once. Throws ApiError. */
  async result(): Promise<T> {
    const { options, retirement } = this.#parts;
    const { isUnreported = false } = this.#call;
    const end = retirement.begin();
    if (this.#countsWaiting) this.#deadline.start();
    try {
      const result = await this.#withRetries();
      if (!isUnreported) options.onOutcome?.({ kind: 'answered' });
      return result;
    } catch (error) {
      if (!isUnreported) options.onOutcome?.({ kind: 'failed', error });
      throw error;
    } finally {
      this.#deadline.clear();
      end();
    }
  }

  async #withRetries(): Promise<T> {
    const { options } = this.#parts;
    return withRetries(async () => this.#tryOnce(), {
      limits: this.#limits,
      reasonToRetry: (error) => reasonToRetryCall(error, this.#call.method),
      signals: this.#signals,
      onWait: (wait) => {
        options.onWait?.(wait);
        this.#call.onWait?.(wait);
      },
    });
  }

  async #tryOnce(): Promise<T> {
    const { address, options, gate, log, retirement, throughWire, timeoutMs } = this.#parts;
    guardWrite(this.#call, address, options.guard); // a refused write does not wait for its turn
    const pass = alsoReleasing(await gate.enter(this.#entry), retirement.begin());
    if (!this.#countsWaiting) this.#deadline.start();
    try {
      const attempt = {
        request: buildRequest(this.#call, address, options.key, options.guard), // it may have been protected meanwhile
        operation: this.#operation,
        secret: options.key,
        pass,
        signals: this.#signals,
        bodySignals: this.#bodySignals,
        progressMs: timeoutMs,
        log,
      };
      return await this.#withCertificates(async () =>
        throughWire(async (wire) => this.#exchange({ ...attempt, wire })),
      );
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'throttled') {
        pass.throttled(error.retryAfterMs ?? defaultRetryAfterMs);
      }
      pass.release();
      throw error;
    }
  }

  /** What fails because the system's certificates are still being read is tried again with them: nothing was sent. */
  async #withCertificates(exchange: () => Promise<T>): Promise<T> {
    const { certificates } = this.#parts;
    await certificates?.pause;
    if (certificates?.state !== 'reading') return exchange();
    try {
      return await exchange();
    } catch (error) {
      if (!(error instanceof ApiError) || !isOfUnknownAuthority(error.code)) throw error;
      await this.#untilSettled(certificates);
      return exchange();
    }
  }

  /** The wait does not count against the deadline. */
  async #untilSettled({ settled, maxReadMs }: CertificateStore): Promise<void> {
    const startedMs = performance.now();
    this.#parts.log(`${this.#operation} waits for the system’s certificates`);
    this.#deadline.extend(maxReadMs);
    await new Promise<void>((resolve, reject) => {
      const unlink = linkAbort(this.#signals, reject, { operation: this.#operation });
      void settled.then(() => {
        unlink();
        resolve();
      });
    });
    this.#deadline.extend(performance.now() - startedMs - maxReadMs);
  }

  get #entry(): Entry {
    const call = this.#call;
    return {
      budget: call.budget ?? 'recordsPerMinute',
      priority: this.#priority,
      operation: this.#operation,
      signals: this.#signals,
      maxWaitMs: this.#limits.maxWaitMs,
      onHeld: (hold) => {
        this.#deadline.extend(hold.ms);
        call.onWait?.(hold);
      },
      onDropped: () => {
        this.#dropping.abort();
        call.onDropped?.();
      },
    };
  }

  get #limits() {
    return { ...callRetryLimits, ...this.#parts.options.retry, ...this.#call.retry };
  }

  get #priority() {
    return this.#call.priority ?? interactivePriority;
  }

  /**
   * An interactive request's deadline includes the wait for a socket. An export may wait as long as other exports use
   * them all.
   */
  get #countsWaiting(): boolean {
    return this.#priority.urgency === 'interactive';
  }

  get #bodySignals(): Signals {
    return [this.#call.signal, this.#parts.closing, this.#dropping.signal];
  }

  get #signals(): Signals {
    return [...this.#bodySignals, this.#deadline.signal];
  }
}

/** The client stays open until the pass is released: a streamed body holds its pass until its end, long after its call. */
function alsoReleasing(pass: Pass, end: () => void): Pass {
  return {
    ...pass,
    release() {
      pass.release();
      end();
    },
  };
}

// How often a call is sent, and after which failures it is sent again. The loop is in withRetries.ts; exports have rules of
// their own for pages.
export const callRetryLimits: RetryLimits = {
  tries: 4,
  extraThrottledTries: 0,
  firstWaitMs: 250,
  maxWaitMs,
  allWaitsMs: maxWaitMs,
};

/**
 * The rule for a call: a 429 was refused unread and an unopened connection carried nothing, so that any method may be
 * sent again. Every other failure may have happened after the service acted, so that only a GET may.
 */
export function reasonToRetryCall(error: ApiError, method: string): RetryReason | undefined {
  if (error.kind === 'throttled') return 'throttled';
  if (wasNeverSent(error)) return isPassing(error) ? 'network' : undefined;
  if (method !== 'GET') return undefined;
  if (error.status === 408) return 'server'; // the server timed out waiting for the request
  if (error.kind === 'network' || error.kind === 'incomplete') return 'network';
  if (error.kind === 'server' && [502, 503, 504].includes(error.status ?? 0)) return 'server';
  return undefined;
}

/** A rejected certificate or proxy sign-in fails again a second later; a name may resolve again. */
function isPassing(error: ApiError): boolean {
  return ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT'].includes(
    error.code ?? '',
  );
}

/** Aborts its signal, with an ApiError `timeout`, when the time is over. It does not run before `start`. */
class Deadline {
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
