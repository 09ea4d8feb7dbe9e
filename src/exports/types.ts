// What an export is asked for, what it tells while it runs, and what it says of itself at the end.
import type { Cohorts } from '#api/types.ts';
import type { ResumableExport } from '#exports/files/checkpoint.ts';
import type { PartFile } from '#exports/files/partFile.ts';

/**
 * - `csv`: as the service serves it: one request, capped by the service
 * - `json`: everyone, page by page, in one JSON list with one person a line
 * - `ndjson`: everyone, page by page, one person a line
 * - `csvAll`: everyone, page by page, flattened as the service does, columns the union of all properties
 */
export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'csvAll';

/** The reason to abort an export with that is to be gone on with later; any other reason ends it for good. */
export const exportPaused = Symbol('the export is paused');

export interface ExportProgress {
  /** Persons so far. */
  readonly rows: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
  readonly expectedRows: number | undefined;
  /** Set while nothing is asked of the service: how long from now, and why. */
  readonly waiting: ExportWait | undefined;
}

export interface ExportWait {
  readonly ms: number;
  readonly reason: 'throttled' | 'network' | 'server';
}

export interface ExportOptions {
  readonly cohorts: Cohorts;
  readonly cohortId: number;
  readonly format: ExportFormat;
  /** Ours alone; made with mode 0700 where it is missing. */
  readonly directory: string;
  /** From `exportFileName`; numbered where it is taken. */
  readonly fileName: string;
  /** The cohort's `count`; undefined where the service has not said. */
  readonly expectedCount: number | undefined;
  /** Closes the socket at once; nothing is left behind. */
  readonly signal: AbortSignal;
  /** Called at once, then about ten times a second, and at the end. */
  readonly onProgress: (progress: ExportProgress) => void;
  readonly paging?: Partial<PagingLimits> | undefined;
  /** The cohort's `last_calculation`; where it is given, a recalculation during the export is told. */
  readonly lastCalculation?: string | null | undefined;
  /**
   * Keeps what was written when an export of everyone breaks off, is paused or killed, to be found by `listResumable`.
   * `tag` is given back there; `everyMs` is how much work a killed process may lose.
   */
  readonly resumable?: { readonly tag: string; readonly everyMs?: number | undefined } | undefined;
  /** Goes on with this one; format, cohort and file name have to be its own. */
  readonly resumeFrom?: ResumableExport | undefined;
}

export interface PagingLimits {
  /** Persons asked for at a time. */
  readonly pageSize: number;
  /** How often a page is asked for at most, the first time included; being throttled does not count. */
  readonly tries: number;
  /** The wait before the second try; it doubles from try to try. */
  readonly firstWaitMs: number;
  /** Pages asked for before it is their turn. */
  readonly ahead: number;
  /**
   * From one request to the next, once the service has throttled one: by default as far apart as the 240 a minute that a
   * team shares. Before that, nobody knows whether there is a limit.
   */
  readonly paceMs: number;
}

/**
 * - `yes`: as many persons as the cohort's count
 * - `capped`: fewer, because the service's CSV stops at a round number
 * - `fewer`, `more`: another number than the cohort's count
 * - `unknown`: nothing to compare with
 */
export type Completeness = 'yes' | 'capped' | 'fewer' | 'more' | 'unknown';

/**
 * - `cohortShaped`: the answer was a record and no persons; it is kept as it came
 * - `notCsv`: asked for CSV, the service sent JSON; it is kept as it came
 * - `maybeCapped`: the count is not known, and the rows are exactly as many as a known cap
 * - `countChanged`: the cohort's count moved while the export ran; `expectedRows` is the later one
 * - `recalculated`: the cohort was recalculated while the export ran, so some may be missing or gone by now
 * - `duplicatesDropped`: persons that came more than once were written once
 * - `withoutId`: persons without an id cannot be told apart
 * - `pagingEnded`: the service's `next` did not lead on, so the export ends there
 * - `pagesRepeated`: pages were read again after a broken connection
 */
export type ExportNoteCode =
  | 'cohortShaped'
  | 'notCsv'
  | 'maybeCapped'
  | 'countChanged'
  | 'recalculated'
  | 'duplicatesDropped'
  | 'withoutId'
  | 'pagingEnded'
  | 'pagesRepeated';

/** How often something happened that a note names. */
export interface ExportTally {
  readonly duplicates: number;
  readonly withoutId: number;
  readonly repeatedPages: number;
}

export interface ExportResult {
  /** The final file. Its extension is `json` where the answer was JSON after all. */
  readonly path: string;
  readonly format: ExportFormat;
  readonly rows: number;
  readonly bytes: number;
  readonly complete: Completeness;
  /** What `rows` was compared with. */
  readonly expectedRows: number | undefined;
  readonly notes: readonly ExportNoteCode[];
  readonly tally: ExportTally;
}

/** What writing a part came to, before it is compared with the cohort's count. */
export interface Outcome {
  /** All written, not yet finished. */
  readonly part: PartFile;
  readonly rows: number;
  readonly notes: readonly ExportNoteCode[];
  readonly tally: ExportTally;
  /** False where the answer held no countable persons. */
  readonly isCountable: boolean;
  /** Set where the file is of another kind than asked for. */
  readonly extension?: string | undefined;
  /** Takes away what the export could have gone on from: for when the file stands under its final name, or never will. */
  readonly forget?: () => Promise<void>;
}

export const emptyTally: ExportTally = { duplicates: 0, withoutId: 0, repeatedPages: 0 };
