// How many persons a request asks for, how often a page is requested, and after which failures.
import type { ApiError } from '#api/apiError.ts';
import type { RetryLimits, RetryReason } from '#api/clientTypes.ts';

/** An export that is throttled for an hour or two still continues by itself; the person can cancel it at any time. */
export const pageRetryLimits: RetryLimits = {
  tries: 5,
  extraThrottledTries: 20,
  firstWaitMs: 500,
  maxWaitMs: 5 * 60_000,
  allWaitsMs: Infinity,
};

/** For the client that opens a page: the loop around it retries. */
export const singleTry: Partial<RetryLimits> = { tries: 1, maxWaitMs: pageRetryLimits.maxWaitMs };

/** A page is only read, so every failure in transport is worth another try, including a crash of the service. */
export function reasonToRetryPage({ kind }: ApiError): RetryReason | undefined {
  if (kind === 'throttled' || kind === 'server') return kind;
  return kind === 'network' || kind === 'incomplete' || kind === 'timeout' ? 'network' : undefined;
}

export interface PagingLimits {
  /** Persons in one request. */
  readonly pageSize: number;
  /** How often a page is requested at most, the first time included; being throttled does not count. */
  readonly tries: number;
  /** The wait before the second try; it doubles from try to try. */
  readonly firstWaitMs: number;
  /** Pages that are requested before it is their turn. */
  readonly ahead: number;
}

export const defaultPagingLimits: PagingLimits = {
  pageSize: 1000,
  tries: pageRetryLimits.tries,
  firstWaitMs: pageRetryLimits.firstWaitMs,
  ahead: 2,
};
