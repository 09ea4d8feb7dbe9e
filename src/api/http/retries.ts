// The one owner of retries: after how long a failure is tried again. The loop is its caller's, which has limits and reasons of
// its own: a call, or an export for a page.
import { defaultRetryAfterMs, maxWaitMs } from '#api/clientTypes.ts';
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import type { RetryLimits, RetryReason, RetryWait } from '#api/clientTypes.ts';
import { sleep } from './abortSignals.ts';

const maxJitter = 0.25;

export interface RetryPolicy {
  readonly limits: RetryLimits;
  /** Undefined if another try would end the same way, or would repeat a write. */
  readonly reasonToRetry: (error: ApiError) => RetryReason | undefined;
  readonly signal: AbortSignal;
  /** Called before each wait but those for the rate limit, which the gate holds and reports. */
  readonly onWait: (wait: RetryWait) => void;
}

/** The failed tries of one thing. */
export class Retries {
  readonly #policy: RetryPolicy;
  #soFar: Tried = { tries: 0, throttled: 0, waitedMs: 0 };

  constructor(policy: RetryPolicy) {
    this.#policy = policy;
  }

  /**
   * Resolves with the reason when the next try is due. Rejects with `error` if there is to be none, or with `cancelled` as
   * soon as the policy's signal aborts.
   */
  async waitAfter(error: unknown): Promise<RetryReason> {
    if (!(error instanceof ApiError)) throw error;
    const { limits, reasonToRetry, signal, onWait } = this.#policy;
    const { tries, throttled, waitedMs } = this.#soFar;
    const soFar = {
      tries: tries + 1,
      throttled: throttled + (error.kind === 'throttled' ? 1 : 0),
      waitedMs,
    };
    const wait = decideRetry(error, reasonToRetry(error), soFar, limits);
    if (wait === undefined) throw error;
    this.#soFar = { ...soFar, waitedMs: waitedMs + wait.ms };
    if (wait.reason === 'throttled') return wait.reason;
    // Random jitter, so that many calls that failed together do not retry together.
    const ms = wait.ms * (1 + Math.random() * maxJitter);
    onWait({ ms, reason: wait.reason });
    await sleep(ms, signal, { operation: error.operation });
    return wait.reason;
  }
}

/** Failed tries so far, how many of them were throttled, and the waits between them. */
export interface Tried {
  readonly tries: number;
  readonly throttled: number;
  readonly waitedMs: number;
}

interface Retry extends RetryWait {
  readonly reason: RetryReason;
}

/** Undefined: give up. */
export function decideRetry(
  error: ApiError,
  reason: RetryReason | undefined,
  { tries, throttled, waitedMs }: Tried,
  limits: RetryLimits,
): Retry | undefined {
  if (reason === undefined) return undefined;
  const counted = tries - Math.min(throttled, limits.extraThrottledTries);
  if (counted >= limits.tries) return undefined;
  const backoffMs = limits.firstWaitMs * 2 ** Math.max(0, counted - 1);
  const askedMs = error.retryAfterMs ?? (reason === 'throttled' ? defaultRetryAfterMs : 0);
  const ms = Math.max(askedMs, backoffMs);
  const isTooLong = ms > limits.maxWaitMs || waitedMs + ms > limits.allWaitsMs;
  return isTooLong ? undefined : { ms, reason };
}

/** How often a call is sent. Exports have limits of their own for pages. */
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
