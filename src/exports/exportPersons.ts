// exports/ takes a cohort's persons from the service to a file: in constant memory, complete or saying that it is not, and
// under its final name only when it is whole. It knows no editor.
import path from 'node:path';
import { ApiError, isApiError } from '#api/apiError.ts';
import type { Cohort } from '#api/responseSchemas.ts';
import { csvCaps } from '#exports/files/exportFormat.ts';
import { exportPaused, type ExportOptions } from './exportOptions.ts';
import { createProgress } from './exportProgress.ts';
import type { ExportResult, WrittenExport, Completeness, ExportNoteCode } from './exportResult.ts';
import { writeAllPersons } from './writeAllPersons.ts';
import { writeServiceCsv } from './writeServiceCsv.ts';

/**
 * Resolves once the file is whole on disk, with its final name unless the system refuses that. Throws ApiError for what the
 * service or the network did (`cancelled`, `incomplete`, …) and ExportError for the disk; then no file is left but what
 * `resumable` keeps.
 */
export async function exportPersons(options: ExportOptions): Promise<ExportResult> {
  const { signal } = options;
  try {
    throwIfCancelled(signal);
    const progress = createProgress(options.onProgress, options.expectedCount, options.resumeFrom);
    const write = options.format === 'csv' ? writeServiceCsv : writeAllPersons;
    const written = await write(options, progress);
    const result = await finish(options, written);
    progress.finish(result.rows, result.bytes);
    return result;
  } catch (error) {
    throw signal.aborted ? new ApiError('cancelled', 'The export was cancelled.', { cause: error }) : error;
  }
}

async function finish(options: ExportOptions, written: WrittenExport): Promise<ExportResult> {
  const { part, rows, tally } = written;
  try {
    const { complete, expectedRows, notes } = await assessCompleteness(options, written);
    throwIfCancelled(options.signal);
    const file = await part.finish(finalNameOf(options.fileName, written.extension));
    await written.removeCheckpoint?.();
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
  } catch (error) {
    await (written.keepOrDiscard?.(error) ?? part.discard());
    throw error;
  }
}

function finalNameOf(fileName: string, extension: string | undefined): string {
  return extension === undefined ? fileName : `${path.parse(fileName).name}.${extension}`;
}

/** A pause is ignored here: the file is written, and only its name is missing. */
function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted && signal.reason !== exportPaused)
    throw new ApiError('cancelled', 'The export was cancelled.');
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
async function retrieveAgain({ cohorts, cohortId, signal }: ExportOptions): Promise<Cohort | undefined> {
  try {
    return await cohorts.retrieve(cohortId, { signal });
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'cancelled' || signal.reason === exportPaused)) return undefined;
    throw error;
  }
}
