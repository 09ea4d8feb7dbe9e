// Whether an export is whole: its rows against the cohort's count. Without that, nothing is called complete.
import { isApiError } from '../api/errors.ts';
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

/** Asks for the cohort's count again where the rows do not match it: the cohort may have been recalculated. */
export async function judge(options: ExportOptions, outcome: Outcome): Promise<Judgement> {
  const { expectedCount } = options;
  if (!outcome.isCountable) return { complete: 'unknown', expectedRows: expectedCount, notes: [] };
  if (outcome.rows === expectedCount) return { complete: 'yes', expectedRows: expectedCount, notes: [] };
  const count = (await readCount(options)) ?? expectedCount;
  const complete = compare(outcome.rows, count, options.format === 'csv');
  const notes: ExportNoteCode[] = [];
  if (count !== expectedCount && expectedCount !== undefined) notes.push('countChanged');
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

/** Undefined where the service does not say. The persons are on disk by now, so no failure here takes them away. */
async function readCount({ cohorts, cohortId, signal }: ExportOptions): Promise<number | undefined> {
  try {
    const cohort = await cohorts.retrieve(cohortId, { signal });
    return cohort.count ?? undefined;
  } catch (error) {
    if (isApiError(error) && error.kind !== 'cancelled') return undefined;
    throw error;
  }
}
