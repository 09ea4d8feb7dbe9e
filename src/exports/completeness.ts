// Whether an export is whole: its rows against the cohort's count. Without that, nothing is called complete.
import { isApiError } from '#api/apiError.ts';
import type { Cohort } from '#api/schemas.ts';
import { exportPaused } from './types.ts';
import type { Completeness, ExportNoteCode, ExportOptions, Outcome } from './types.ts';

/** The rows at which known deployments cut their CSV off. */
const knownCaps: readonly number[] = [10_000, 50_000];
/** Caps that are not known are round numbers as well. */
const capStep = 1000;

export interface Judgement {
  readonly complete: Completeness;
  readonly expectedRows: number | undefined;
  readonly notes: readonly ExportNoteCode[];
}

/**
 * Asks for the cohort again where the rows do not match its count, and where a recalculation would tell: the cohort may
 * have changed under the export.
 */
export async function judge(options: ExportOptions, outcome: Outcome): Promise<Judgement> {
  const { expectedCount, lastCalculation } = options;
  if (!outcome.isCountable) return { complete: 'unknown', expectedRows: expectedCount, notes: [] };
  if (outcome.rows === expectedCount && lastCalculation === undefined) {
    return { complete: 'yes', expectedRows: expectedCount, notes: [] };
  }
  const cohort = await readAgain(options);
  const count = cohort?.count ?? expectedCount;
  const complete = compare(outcome.rows, count, options.format === 'csv');
  const notes: ExportNoteCode[] = [];
  if (count !== expectedCount && expectedCount !== undefined) notes.push('countChanged');
  if (cohort && lastCalculation !== undefined && (cohort.last_calculation ?? null) !== lastCalculation) {
    notes.push('recalculated');
  }
  if (complete === 'unknown' && options.format === 'csv' && knownCaps.includes(outcome.rows)) {
    notes.push('maybeCapped');
  }
  return { complete, expectedRows: count, notes };
}

/** `isCapped`: this kind of export is cut off by the service at a round number. */
export function compare(rows: number, count: number | undefined, isCapped: boolean): Completeness {
  if (count === undefined) return 'unknown';
  if (rows === count) return 'yes';
  if (rows > count) return 'more';
  return isCapped && rows > 0 && rows % capStep === 0 ? 'capped' : 'fewer';
}

/** The persons are on disk by now, so no failure here takes them away. */
async function readAgain({ cohorts, cohortId, signal }: ExportOptions): Promise<Cohort | undefined> {
  try {
    return await cohorts.retrieve(cohortId, { signal });
  } catch (error) {
    if (isApiError(error) && (error.kind !== 'cancelled' || signal.reason === exportPaused)) return undefined;
    throw error;
  }
}
