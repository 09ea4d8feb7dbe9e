// The one owner of the retries of calls: which failures are worth another try, after how long, and the loop itself. Whoever
// has its own limits, as an export has for a page, passes them in.
import { ApiError, wasNeverSent } from '#api/apiError.ts';
import type { RetryLimits, RetryReason, RetryWait } from '#api/clientTypes.ts';
import { sleep } from './abortSignals.ts';
import type { Signals } from './abortSignals.ts';
import { defaultRetryAfterMs, longestWaitMs } from './retryAfter.ts';

export const callRetryLimits: RetryLimits = {
  tries: 4,
  extraThrottledTries: 0,
  firstWaitMs: 250,
  longestWaitMs,
  allWaitsMs: longestWaitMs,
};

const mostJitter = 0.25;

export interface RetryPolicy {
  readonly limits: RetryLimits;
  /** Undefined where another try would end the same way, or would repeat a write. */
  readonly reasonToRetry: (error: ApiError) => RetryReason | undefined;
  readonly signals: Signals;
  /** Called before each wait but those for the rate limit, which the gate holds and reports. */
  readonly onWait: (wait: RetryWait) => void;
  /** Called before each further try. */
  readonly onRetry?: (reason: RetryReason) => void;
}

/** Rejects with the last try's error, or with `cancelled` as soon as one of the policy's signals aborts. */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  let soFar: Tried = { tries: 0, throttled: 0, waitedMs: 0 };
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      soFar = {
        ...soFar,
        tries: soFar.tries + 1,
        throttled: soFar.throttled + (error.kind === 'throttled' ? 1 : 0),
      };
      const wait = decideRetry(error, policy.reasonToRetry(error), soFar, policy.limits);
      if (wait === undefined) throw error;
      policy.onRetry?.(wait.reason);
      if (wait.reason !== 'throttled') await pause(wait, policy, error.operation);
      soFar = { ...soFar, waitedMs: soFar.waitedMs + wait.ms };
    }
  }
}

/** Adds random jitter, so that many calls that failed together do not retry together. */
async function pause({ ms, reason }: RetryWait, policy: RetryPolicy, operation?: string): Promise<void> {
  const jitteredMs = ms * (1 + Math.random() * mostJitter);
  policy.onWait({ ms: jitteredMs, reason });
  await sleep(jitteredMs, policy.signals, operation);
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
  const isTooLong = ms > limits.longestWaitMs || waitedMs + ms > limits.allWaitsMs;
  return isTooLong ? undefined : { ms, reason };
}

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
