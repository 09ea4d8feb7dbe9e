// Whether an export is complete: its rows against the cohort's count. Without a count, nothing is called complete.
import { isApiError } from '#api/apiError.ts';
import type { Cohort } from '#api/responseSchemas.ts';
import { csvCaps } from '#exports/files/exportFormat.ts';
import { exportPaused } from './exportOptions.ts';
import type { ExportOptions } from './exportOptions.ts';
import type { Completeness, ExportNoteCode, WrittenExport } from './exportResult.ts';

/** Unknown caps are round numbers as well. */
const capStep = 1000;

export interface Assessment {
  readonly complete: Completeness;
  readonly expectedRows: number | undefined;
  readonly notes: readonly ExportNoteCode[];
}

/** Requests the cohort again where its rows do not match the count, or it may have been recalculated during the export. */
export async function assessCompleteness(
  options: ExportOptions,
  written: WrittenExport,
): Promise<Assessment> {
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

/** Undefined where that fails: the persons are on disk by now, and the export stays. */
async function retrieveAgain({ cohorts, cohortId, signal }: ExportOptions): Promise<Cohort | undefined> {
  try {
    return await cohorts.retrieve(cohortId, { signal });
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'cancelled' || signal.reason === exportPaused)) return undefined;
    throw error;
  }
}
