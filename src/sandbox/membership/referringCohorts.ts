// References from cohort to cohort, and loops among them.
import { isJsonObject } from '#sandbox/json/jsonValue.ts';
import { findCohort, listCohorts } from '#sandbox/store/cohorts.ts';
import type { CohortRow } from '#sandbox/store/cohorts.ts';
import type { Database } from '#sandbox/store/database.ts';
import { isCohortType } from './conditionTypes.ts';

/** Whether a cohort, as it is about to be saved, refers to itself, directly or through others. */
export function referencesLoop(db: Database, cohort: CohortRow): boolean {
  const seen = new Set<number>();
  const waiting = referencesOf(cohort);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === cohort.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const other = findCohort(db, cohort.projectId, id);
    if (other) waiting.push(...referencesOf(other));
  }
  return false;
}

/** The cohorts of the project, except deleted ones, that refer to this one. */
export function listReferring(db: Database, cohort: CohortRow): readonly CohortRow[] {
  return listCohorts(db, cohort.projectId).filter((other) => referencesOf(other).includes(cohort.id));
}

/** Static cohorts have no references; others have them in their filters, or else in their groups. */
function referencesOf(cohort: CohortRow): number[] {
  return cohort.isStatic ? [] : referencesIn(cohort.filters ?? cohort.groups);
}

function referencesIn(text: string): number[] {
  const found: number[] = [];
  const waiting: unknown[] = [JSON.parse(text)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const part of value) waiting.push(part);
    if (!isJsonObject(value)) continue;
    if (isCohortType(value['type'])) found.push(Number(value['value']));
    else for (const part of Object.values(value)) waiting.push(part);
  }
  return found.filter(Number.isSafeInteger);
}
