// The end of an export: the written part is compared with the cohort's count, and gets its final name.
import path from 'node:path';
import { ApiError, isApiError } from '#api/apiError.ts';
import type { Cohort } from '#api/responseSchemas.ts';
import { csvCaps, type ExportFormat } from '#exports/files/exportFormat.ts';
import type { PartFile } from '#exports/files/partFile.ts';
import type { ExportOptions } from './exportOptions.ts';

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
 * - `calculating`: the cohort is being calculated, so the persons are those of its last calculation
 * - `calculationFailed`: the last calculation failed, so the persons may be those of an earlier one
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
  | 'calculating'
  | 'calculationFailed'
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

/** A written part, which has to be finished. */
export interface WrittenExport {
  readonly part: PartFile;
  readonly rows: number;
  readonly notes: readonly ExportNoteCode[];
  readonly tally: ExportTally;
  /** False if the response held no persons to count. */
  readonly isCountable: boolean;
  /** Set where the file is of another kind than asked for. */
  readonly extension?: string | undefined;
}

/** Resolves once the file is whole on disk. If it throws, the part is still there. */
export async function finishExport(options: ExportOptions, written: WrittenExport): Promise<ExportResult> {
  const { part, rows, tally } = written;
  const { complete, expectedRows, notes } = await assessCompleteness(options, written);
  throwIfCancelled(options);
  const file = await part.finish(finalNameOf(options.fileName, written.extension));
  return {
    path: file,
    format: options.format,
    rows,
    bytes: part.bytes,
    complete,
    expectedRows,
    notes: [...written.notes, ...notes, ...(part.nameRefusal === undefined ? [] : ['unnamed' as const])],
    tally,
    nameRefusal: part.nameRefusal,
  };
}

function finalNameOf(fileName: string, extension: string | undefined): string {
  return extension === undefined ? fileName : `${path.parse(fileName).name}.${extension}`;
}

/** Before the file gets its name. A resumable export ignores it: all persons are in its part, and only the name is missing. */
function throwIfCancelled({ signal, resumable }: ExportOptions): void {
  if (signal.aborted && resumable === undefined) throw new ApiError('cancelled', 'The export was cancelled.');
}

/** Unknown caps are round numbers as well. */
const capStep = 1000;

interface Assessment {
  readonly complete: Completeness;
  readonly expectedRows: number | undefined;
  readonly notes: readonly ExportNoteCode[];
}

/**
 * Whether an export is complete: its rows against the cohort's count, without which nothing is called complete. Requests the
 * cohort again if they do not match, or if it may have been recalculated during the export.
 */
async function assessCompleteness(options: ExportOptions, written: WrittenExport): Promise<Assessment> {
  const { expectedCount, lastCalculation } = options;
  if (!written.isCountable) return { complete: 'unknown', expectedRows: expectedCount, notes: [] };
  if (written.rows === expectedCount && lastCalculation === undefined) {
    return { complete: 'yes', expectedRows: expectedCount, notes: [] };
  }
  const cohort = await retrieveAgain(options);
  const count = cohort?.count ?? expectedCount;
  const complete = compare(written.rows, count, options.format === 'csv');
  const notes: ExportNoteCode[] = [];
  if (count !== expectedCount && expectedCount !== undefined) notes.push('countChanged');
  if (cohort && lastCalculation !== undefined && (cohort.last_calculation ?? null) !== lastCalculation) {
    notes.push('recalculated');
  } else if (cohort && !cohort.is_static) {
    if (cohort.is_calculating) notes.push('calculating');
    else if ((cohort.errors_calculating ?? 0) > 0) notes.push('calculationFailed');
  }
  if (complete === 'unknown' && options.format === 'csv' && csvCaps.includes(written.rows)) {
    notes.push('maybeCapped');
  }
  return { complete, expectedRows: count, notes };
}

/** `isCapped`: the service ends this kind of export at a round number. */
function compare(rows: number, count: number | undefined, isCapped: boolean): Completeness {
  if (count === undefined) return 'unknown';
  if (rows === count) return 'yes';
  if (rows > count) return 'more';
  return isCapped && rows > 0 && rows % capStep === 0 ? 'capped' : 'fewer';
}

/** Undefined if that fails: the persons are on disk by now, and the export stays. */
async function retrieveAgain({
  cohorts,
  cohortId,
  signal,
  resumable,
}: ExportOptions): Promise<Cohort | undefined> {
  try {
    return await cohorts.retrieve(cohortId, { signal });
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'cancelled' || resumable !== undefined)) return undefined;
    throw error;
  }
}
