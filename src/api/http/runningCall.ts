// One call, from its first try to its outcome: its turn at the gate, its deadline, its retries.
import { ApiError } from '#api/apiError.ts';
import { interactivePriority } from '#api/requestPriority.ts';
import type { CertificateStore, ClientOptions } from '#api/clientTypes.ts';
import { linkAbort } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import type { SafeBaseUrl } from './requireSafeBaseUrl.ts';
import type { CallAttempt } from './callAttempt.ts';
import { guardWrite, operationOf } from './call.ts';
import type { Call } from './call.ts';
import type { ClientRetirement } from './clientRetirement.ts';
import { Deadline } from './deadline.ts';
import { defaultRetryAfterMs } from './retryAfter.ts';
import type { Entry, RequestGate, Pass } from './requestGate.ts';
import { callRetryLimits, reasonToRetryCall } from './callRetryRules.ts';
import { isOfUnknownAuthority } from './trustedCertificates.ts';
import { withRetries } from './withRetries.ts';
import type { FetchFallback } from './fetchFallback.ts';
import { buildRequest } from './buildRequest.ts';

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
      longestWaitMs: this.#limits.longestWaitMs,
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
