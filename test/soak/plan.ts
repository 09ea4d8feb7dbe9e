// The input of the two windows of a soak, and their reports.

export interface WindowPlan {
  readonly url: string;
  readonly key: string;
  readonly projectId: string;
  /** Shared by the windows: what outlives a session, locks, and exports. */
  readonly storage: string;
  readonly number: number;
  /** Cohorts of which this window alone saves the filters. */
  readonly own: readonly number[];
  /** Cohorts that both windows save. */
  readonly shared: readonly number[];
  readonly exported: { readonly cohortId: number; readonly count: number };
  readonly saves: number;
  readonly seconds: number;
}

export interface WindowReport {
  readonly saved: number;
  /** Saves that ended with a reported error or conflict. */
  readonly refused: number;
  /** Saves that were reported as done, and were not on the service. */
  readonly lost: readonly string[];
  readonly exports: number;
  readonly failedExports: number;
  /** Files under their final name that are not whole. */
  readonly torn: readonly string[];
  /** Tasks that did not end within two minutes. */
  readonly hung: readonly string[];
  /** Bytes that are used after a garbage collection: after a tenth of the time, but a minute at most, and at the end. */
  readonly memoryEarly: number;
  readonly memoryEnd: number;
  /** Sockets and timers that are left after the client is closed. */
  readonly leftOpen: readonly string[];
}

/** 5 % of requests, each kind at its own pace. */
export const faults = [
  'reset;every=97',
  'reset=after;every=101',
  'half;every=103',
  'truncate;every=107',
  'status=503;every=109',
  'status=429;retry-after=0;every=113',
].join(', ');
