// Which cohorts a cohort's filters refer to, and whether they lead back to it.
import { isObject } from '../request.ts';
import { findCohort } from '../store/cohorts.ts';
import type { CohortRow } from '../store/cohorts.ts';
import type { Database } from '../store/database.ts';

/** Whether a cohort with these filters (JSON text) would refer to itself, directly or through others. */
export function referencesLoop(db: Database, cohort: CohortRow, filters: string): boolean {
  const seen = new Set<number>();
  const waiting = referencesIn(filters);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === cohort.id) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const other = findCohort(db, cohort.projectId, id);
    if (other?.filters !== undefined && other.filters !== null) waiting.push(...referencesIn(other.filters));
  }
  return false;
}

function referencesIn(filters: string): number[] {
  const found: number[] = [];
  const waiting: unknown[] = [JSON.parse(filters)];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (Array.isArray(value)) for (const part of value) waiting.push(part);
    if (!isObject(value)) continue;
    if (value['type'] === 'cohort') found.push(Number(value['value']));
    else for (const part of Object.values(value)) waiting.push(part);
  }
  return found.filter(Number.isSafeInteger);
}
