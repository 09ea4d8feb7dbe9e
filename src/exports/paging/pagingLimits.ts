import { pageRetryLimits } from './pageRetry.ts';

export interface PagingLimits {
  /** Persons in one request. */
  readonly pageSize: number;
  /** How often a page is requested at most, the first time included; being throttled does not count. */
  readonly tries: number;
  /** The wait before the second try; it doubles from try to try. */
  readonly firstWaitMs: number;
  /** Pages that are requested before it is their turn. */
  readonly ahead: number;
  /**
   * From one request to the next, once the service has throttled one: by default as far apart as the 240 a minute that a
   * team shares. Before that, nobody knows whether there is a limit.
   */
  readonly paceMs: number;
}

export const defaultPagingLimits: PagingLimits = {
  pageSize: 1000,
  tries: pageRetryLimits.tries,
  firstWaitMs: pageRetryLimits.firstWaitMs,
  ahead: 3,
  paceMs: 250,
};
