// When a request is sent again, and after how long: pure rules, and the loop that follows them.
import { ApiError, wasNeverSent } from './apiError.ts';
import { linkAbort } from './exchange.ts';
import { createCancelled } from './networkError.ts';
import type { ClientOptions, RetryLimits } from './types.ts';

export const defaultRetryLimits: RetryLimits = { tries: 4, firstWaitMs: 250, longestWaitMs: 130_000 };

export interface Retry {
  readonly ms: number;
  readonly reason: 'throttled' | 'network' | 'server';
}

/** `tried` counts the failed tries so far, `waitedMs` the waits between them. Undefined: give up. */
export function decideRetry(
  error: ApiError,
  method: string,
  tried: number,
  waitedMs: number,
  limits: RetryLimits,
): Retry | undefined {
  const reason = reasonToRetry(error, method);
  if (reason === undefined || tried >= limits.tries) return undefined;
  const backoffMs = limits.firstWaitMs * 2 ** (tried - 1);
  const ms = Math.max(error.retryAfterMs ?? 0, backoffMs);
  return waitedMs + ms > limits.longestWaitMs ? undefined : { ms, reason };
}

/** A 429 was refused unread and an unopened connection carried nothing; all else may have happened, so only GET. */
function reasonToRetry(error: ApiError, method: string): Retry['reason'] | undefined {
  if (error.kind === 'throttled') return 'throttled';
  if (wasNeverSent(error)) return isLasting(error) ? undefined : 'network';
  if (method !== 'GET') return undefined;
  if (error.kind === 'network' || error.kind === 'incomplete') return 'network';
  if (error.kind === 'server' && [502, 503, 504].includes(error.status ?? 0)) return 'server';
  return undefined;
}

/** A refused certificate or proxy sign-in is refused again a second later; a name may resolve again. */
function isLasting(error: ApiError): boolean {
  return !['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ETIMEDOUT'].includes(
    error.code ?? '',
  );
}

/**
 * Milliseconds from a `Retry-After` header (seconds, or an HTTP date) or else from the sentence that the service puts
 * into a 429's detail, "Expected available in 60 seconds."; undefined where neither says.
 */
export function readRetryAfterMs(
  header: string | undefined,
  detail: string | undefined,
  nowMs = Date.now(),
): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const seconds = /available in (\d+(?:\.\d+)?) second/i.exec(detail ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export async function withRetries<T>(
  attempt: () => Promise<T>,
  method: string,
  limits: RetryLimits,
  onWait: ClientOptions['onWait'],
  signals: readonly (AbortSignal | undefined)[],
): Promise<T> {
  let waitedMs = 0;
  for (let tried = 1; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const retry = decideRetry(error, method, tried, waitedMs, limits);
      if (retry === undefined) throw error;
      onWait?.(retry);
      await wait(retry.ms, signals, error.operation);
      waitedMs += retry.ms;
    }
  }
}

async function wait(
  ms: number,
  signals: readonly (AbortSignal | undefined)[],
  operation: string | undefined,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      unlink();
      resolve();
    }, ms);
    const unlink = linkAbort(signals, () => {
      clearTimeout(timer);
      reject(createCancelled({ operation }));
    });
  });
}
