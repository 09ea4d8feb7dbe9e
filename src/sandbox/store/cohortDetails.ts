// Feature flags, insights, calculations and activities of cohorts as rows.
import type { CohortRow } from './cohorts.ts';
import { userText } from './projects.ts';
import { type Database, integerIn, integerOrNullIn, textIn, textOrNullIn } from './database.ts';

interface Flag {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

export function listFlags(db: Database, cohortId: number): readonly Flag[] {
  return db
    .all('SELECT id, key, name FROM feature_flag WHERE cohort_id = ? ORDER BY id', cohortId)
    .map((row) => ({ id: integerIn(row, 'id'), key: textIn(row, 'key'), name: textIn(row, 'name') }));
}

export function addFlag(db: Database, projectId: number, cohortId: number, key: string, name: string): void {
  db.insert('feature_flag', { project_id: projectId, cohort_id: cohortId, key, name });
}

/** The insights of the project’s tiles whose query names the cohort. */
export function listInsightsUsing(db: Database, cohort: CohortRow): readonly object[] {
  const found = new Map<number, object>();
  const tiles = db.all(
    `SELECT insight FROM tile JOIN dashboard ON dashboard.id = dashboard_id
     WHERE project_id = ? AND deleted = 0 AND insight LIKE '%"cohort"%' ORDER BY tile.id`,
    cohort.projectId,
  );
  for (const row of tiles) {
    const insight: { readonly id: number; readonly short_id: string; readonly name: string } = JSON.parse(
      textIn(row, 'insight'),
    );
    const { id, short_id, name } = insight;
    if (namesCohort(insight, cohort.id)) found.set(id, { id, short_id, name });
  }
  return [...found.values()];
}

function namesCohort(root: unknown, id: number): boolean {
  const waiting = [root];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const parts = new Map<string, unknown>(Object.entries(value));
    if (parts.get('type') === 'cohort' && [parts.get('value')].flat().includes(id)) return true;
    waiting.push(...parts.values());
  }
  return false;
}

interface Calculation {
  /** JSON text; null if it has none. */
  readonly filters: string | null;
  readonly count: number | null;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly error: string | null;
}

/** Newest first. */
export function listCalculations(db: Database, cohortId: number): readonly Calculation[] {
  return db
    .all('SELECT * FROM cohort_calculation WHERE cohort_id = ? ORDER BY started_at DESC, id DESC', cohortId)
    .map((row) => ({
      filters: textOrNullIn(row, 'filters'),
      count: integerOrNullIn(row, 'count'),
      started_at: textIn(row, 'started_at'),
      finished_at: textOrNullIn(row, 'finished_at'),
      error: textOrNullIn(row, 'error'),
    }));
}

/** Older ones are removed. */
const maxCalculations = 200;

export function addCalculation(db: Database, cohortId: number, calculation: Calculation): void {
  const id = db.insert('cohort_calculation', { cohort_id: cohortId, ...calculation });
  if (id % 50 !== 0) return;
  db.run(
    `DELETE FROM cohort_calculation WHERE cohort_id = ? AND id NOT IN
     (SELECT id FROM cohort_calculation WHERE cohort_id = ? ORDER BY started_at DESC, id DESC LIMIT ${maxCalculations})`,
    cohortId,
    cohortId,
  );
}

export type ActivityName =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'restored'
  | 'persons_added_manually'
  | 'person_removed_manually';

/** JSON texts of its rows, newest first. */
export function listActivities(db: Database, cohort: CohortRow): readonly string[] {
  const name = JSON.stringify(cohort.name);
  return db
    .all('SELECT * FROM cohort_activity WHERE cohort_id = ? ORDER BY id DESC', cohort.id)
    .map(
      (row) =>
        `{"user":${userText(db, integerOrNullIn(row, 'user_id'))},"activity":"${textIn(row, 'activity')}",` +
        `"detail":{"name":${name},"changes":${textIn(row, 'changes')}},"created_at":"${textIn(row, 'created_at')}"}`,
    );
}

/** @param changes JSON texts of the fields before and after */
export function addActivity(
  db: Database,
  cohortId: number,
  {
    activity,
    userId,
    at,
  }: { readonly activity: ActivityName; readonly userId: number | null; readonly at: string },
  changes: readonly (readonly [field: string, before: string, after: string])[] = [],
): void {
  const texts = changes.map(
    ([field, before, after]) =>
      `{"type":"Cohort","action":"changed","field":"${field}","before":${before},"after":${after}}`,
  );
  db.insert('cohort_activity', {
    cohort_id: cohortId,
    user_id: userId,
    activity,
    changes: `[${texts.join()}]`,
    created_at: at,
  });
}
