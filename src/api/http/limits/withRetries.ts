// The one owner of retries: after how long a failure is tried again, and the loop itself. A caller with limits and
// reasons of its own, such as an export for a page, passes them in.
import { ApiError } from '#api/apiError.ts';
import type { RetryLimits, RetryReason, RetryWait } from '#api/clientTypes.ts';
import { sleep } from '#api/http/abortSignals.ts';
import type { Signals } from '#api/http/abortSignals.ts';
import { defaultRetryAfterMs } from './retryAfter.ts';

const maxJitter = 0.25;

export interface RetryPolicy {
  readonly limits: RetryLimits;
  /** Undefined if another try would end the same way, or would repeat a write. */
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
  const jitteredMs = ms * (1 + Math.random() * maxJitter);
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
  const isTooLong = ms > limits.maxWaitMs || waitedMs + ms > limits.allWaitsMs;
  return isTooLong ? undefined : { ms, reason };
}
