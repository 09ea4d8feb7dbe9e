import { pageRetryLimits } from './pageRetryRules.ts';

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
