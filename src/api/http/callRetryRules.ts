// How often a call is sent, and after which failures it is sent again. The loop is in withRetries.ts; exports have rules of
// their own for pages.
import { type ApiError, wasNeverSent } from '#api/apiError.ts';
import type { RetryLimits, RetryReason } from '#api/clientTypes.ts';
import { longestWaitMs } from './retryAfter.ts';

export const callRetryLimits: RetryLimits = {
  tries: 4,
  extraThrottledTries: 0,
  firstWaitMs: 250,
  longestWaitMs,
  allWaitsMs: longestWaitMs,
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
