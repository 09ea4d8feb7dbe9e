// How often a page of persons is asked for, and after which failures. api/ does the retrying.
import type { ApiError } from '#api/apiError.ts';
import type { RetryLimits, RetryReason } from '#api/types.ts';

/** An export that is throttled for an hour or two still continues by itself; the person can cancel it at any time. */
export const pageRetryLimits: RetryLimits = {
  tries: 5,
  extraThrottledTries: 20,
  firstWaitMs: 500,
  longestWaitMs: 5 * 60_000,
  allWaitsMs: Infinity,
};

/** The page's own retries are the only ones: what opens a page for them tries once. */
export const openOnce: Partial<RetryLimits> = { tries: 1, longestWaitMs: pageRetryLimits.longestWaitMs };

/** A page is only read, so that every failure in transport is worth another try, a crash of the service as well. */
export function reasonToRetryPage({ kind }: ApiError): RetryReason | undefined {
  if (kind === 'throttled' || kind === 'server') return kind;
  return kind === 'network' || kind === 'incomplete' || kind === 'timeout' ? 'network' : undefined;
}
