// What an export is asked for.
import type { ReadableCohorts } from '#api/clientTypes.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import type { PagingLimits } from '#exports/paging/readPages.ts';
import type { ExportProgress } from './exportProgress.ts';

export interface ExportOptions {
  readonly cohorts: ReadableCohorts;
  readonly cohortId: number;
  readonly format: ExportFormat;
  /** The folder for exports only; created with mode 0700 if it is missing. */
  readonly directory: string;
  /** A name from `exportFileName`; it gets a number if it is taken. */
  readonly fileName: string;
  /** The cohort's `count`; undefined if the service does not give it. */
  readonly expectedCount: number | undefined;
  /** Closes the socket immediately. It pauses an export that is resumable; any other leaves no file. */
  readonly signal: AbortSignal;
  /** Called immediately, then about ten times a second, at the end of each page, and at the end. */
  readonly onProgress: (progress: ExportProgress) => void;
  readonly paging?: Partial<PagingLimits> | undefined;
  /**
   * The cohort's `last_calculation`; if it is given, the result notes a recalculation during the export. A resumed export has
   * that of its beginning.
   */
  readonly lastCalculation?: string | null | undefined;
  /**
   * Keeps what was written of an export of all persons when it fails, is aborted or killed; `listResumable` finds it.
   * `tag` and `address` are given back there; `everyMs` is how much work a killed process may lose.
   */
  readonly resumable?:
    | {
        readonly tag: string;
        readonly address?: string | undefined;
        readonly everyMs?: number | undefined;
      }
    | undefined;
  /** Resumes this export; format, cohort and file name have to be its own. */
  readonly resumeFrom?: ResumableExport | undefined;
}
