// The result of an export.
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import type { PartFile } from '#exports/files/partFile.ts';

/**
 * - `yes`: as many persons as the cohort's count
 * - `capped`: fewer, because the service's CSV stops at a round number
 * - `fewer`, `more`: another number than the cohort's count
 * - `unknown`: nothing to compare with
 */
export type Completeness = 'yes' | 'capped' | 'fewer' | 'more' | 'unknown';

/**
 * - `cohortShaped`: the response was a record without persons; it is kept as it came
 * - `notCsv`: asked for CSV, the service sent JSON; it is kept as it came
 * - `maybeCapped`: the count is not known, and the rows are exactly as many as a known cap
 * - `countChanged`: the cohort's count changed during the export; `expectedRows` is the later one
 * - `recalculated`: the cohort was recalculated during the export, so some may be missing or have left
 * - `duplicatesDropped`: persons that came more than once were written once
 * - `withoutId`: persons without an id cannot be distinguished
 * - `mostIds`: persons have as many distinct ids as a service sends, and may have more
 * - `pagingEnded`: the service's `next` did not lead on, so the export ends there
 * - `columnsFull`: what has no place among the most columns is JSON in the last one
 * - `pagesRepeated`: pages were read again after a broken connection
 * - `unnamed`: the file keeps the name of its part, because the system refused the final one
 */
export type ExportNoteCode =
  | 'cohortShaped'
  | 'notCsv'
  | 'maybeCapped'
  | 'countChanged'
  | 'recalculated'
  | 'duplicatesDropped'
  | 'withoutId'
  | 'mostIds'
  | 'pagingEnded'
  | 'columnsFull'
  | 'pagesRepeated'
  | 'unnamed';

/** How often something happened that a note names. */
export interface ExportTally {
  readonly duplicates: number;
  readonly withoutId: number;
  readonly withMostIds: number;
  readonly repeatedPages: number;
}

export const emptyTally: ExportTally = { duplicates: 0, withoutId: 0, withMostIds: 0, repeatedPages: 0 };

export interface ExportResult {
  /** The final file. Its extension is `json` where the response was JSON after all. */
  readonly path: string;
  readonly format: ExportFormat;
  readonly rows: number;
  readonly bytes: number;
  readonly complete: Completeness;
  /** What `rows` was compared with. */
  readonly expectedRows: number | undefined;
  readonly notes: readonly ExportNoteCode[];
  readonly tally: ExportTally;
  /** Why the file is `unnamed`. */
  readonly nameRefusal?: unknown;
}

/** A written part before it is compared with the cohort's count and gets its final name. */
export interface WrittenExport {
  readonly part: PartFile;
  readonly rows: number;
  readonly notes: readonly ExportNoteCode[];
  readonly tally: ExportTally;
  /** False if the response held no persons to count. */
  readonly isCountable: boolean;
  /** Set where the file is of another kind than asked for. */
  readonly extension?: string | undefined;
  /** Removes what the export could be resumed from; called once the file has its final name. */
  readonly removeCheckpoint?: () => Promise<void>;
  /** Called with the error where the file will never have its final name: keeps what can be resumed, removes the rest. */
  readonly keepOrDiscard?: (error: unknown) => Promise<void>;
}
