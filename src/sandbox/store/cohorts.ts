// Cohorts as rows and as JSON.
import { flagIn, integerIn, integerOrNullIn, textIn, textOrNullIn } from './database.ts';
import type { Columns, Database, Row } from './database.ts';
import { forgetOrder } from './recordOrder.ts';
import { userText } from './projects.ts';

export interface CohortRow {
  readonly id: number;
  readonly projectId: number;
  readonly name: string | null;
  readonly description: string;
  /** JSON text of an object or a list. */
  readonly groups: string;
  readonly deleted: boolean;
  /** JSON text; null if the cohort never had any. */
  readonly filters: string | null;
  readonly isCalculating: boolean;
  readonly createdBy: number | null;
  readonly createdAt: string | null;
  readonly lastCalculation: string | null;
  readonly errorsCalculating: number;
  /** Why the last calculation failed; null if it did not. */
  readonly lastError: string | null;
  readonly count: number | null;
  readonly isStatic: boolean;
  /** Rises with each change, so that an outdated calculation is recognized. */
  readonly version: number;
  /** The number of the calculation with the current members; 0 for none. */
  readonly members: number;
  /** Minimum duration of a calculation, for a slow cohort. */
  readonly slowMs: number;
}

/** Includes deleted cohorts. */
export function findCohort(db: Database, projectId: number, id: number): CohortRow | undefined {
  const row = db.get('SELECT * FROM cohort WHERE id = ? AND project_id = ?', id, projectId);
  return row && cohortFrom(row);
}

/** Lists cohorts that are not deleted. */
export function listCohorts(db: Database, projectId: number): readonly CohortRow[] {
  return db.all('SELECT * FROM cohort WHERE project_id = ? AND deleted = 0', projectId).map(cohortFrom);
}

/** Finds a cohort for the calculation, which knows only the ID. */
export function findAnyCohort(db: Database, id: number): CohortRow | undefined {
  const row = db.get('SELECT * FROM cohort WHERE id = ?', id);
  return row && cohortFrom(row);
}

/** Ids of cohorts waiting for a calculation, oldest first. */
export function listCalculating(db: Database): readonly number[] {
  return db
    .all('SELECT id FROM cohort WHERE is_calculating = 1 ORDER BY id')
    .map((row) => integerIn(row, 'id'));
}

export function insertCohort(db: Database, fields: Omit<CohortRow, 'id'>): CohortRow {
  const id = db.insert('cohort', {
    project_id: fields.projectId,
    created_by: fields.createdBy,
    created_at: fields.createdAt,
    slow_ms: fields.slowMs,
    ...changingColumns(fields),
    record: '', // it contains the id
  });
  const cohort = { ...fields, id };
  forgetOrder(db, 'cohort', fields.projectId);
  db.update('cohort', id, { record: cohortText(db, cohort) });
  return cohort;
}

export function updateCohort(db: Database, cohort: CohortRow): void {
  db.update('cohort', cohort.id, { ...changingColumns(cohort), record: cohortText(db, cohort) });
}

function changingColumns(cohort: Omit<CohortRow, 'id'>): Columns {
  return {
    name: cohort.name,
    description: cohort.description,
    groups: cohort.groups,
    deleted: Number(cohort.deleted),
    filters: cohort.filters,
    is_calculating: Number(cohort.isCalculating),
    last_calculation: cohort.lastCalculation,
    errors_calculating: cohort.errorsCalculating,
    last_error: cohort.lastError,
    count: cohort.count,
    is_static: Number(cohort.isStatic),
    version: cohort.version,
    members: cohort.members,
  };
}

/** The cohort's JSON in responses. `filters` is never null; a static cohort has none. */
export function cohortText(db: Database, cohort: CohortRow): string {
  const filters = cohort.isStatic ? undefined : cohort.filters;
  const text = JSON.stringify;
  return (
    `{"id":${cohort.id},"name":${text(cohort.name)},"description":${text(cohort.description)},` +
    `"groups":${cohort.groups},"deleted":${cohort.deleted},"filters":${filters ?? '{"properties":{}}'},` +
    `"is_calculating":${cohort.isCalculating},"created_by":${userText(db, cohort.createdBy)},` +
    `"created_at":${text(cohort.createdAt)},"last_calculation":${text(cohort.lastCalculation)},` +
    `"errors_calculating":${cohort.errorsCalculating},"count":${cohort.count},"is_static":${cohort.isStatic}` +
    `${cohort.lastError === null ? '' : `,"last_error_message":${text(cohort.lastError)}`}}`
  );
}

function cohortFrom(row: Row): CohortRow {
  return {
    id: integerIn(row, 'id'),
    projectId: integerIn(row, 'project_id'),
    name: textOrNullIn(row, 'name'),
    description: textIn(row, 'description'),
    groups: textIn(row, 'groups'),
    deleted: flagIn(row, 'deleted'),
    filters: textOrNullIn(row, 'filters'),
    isCalculating: flagIn(row, 'is_calculating'),
    createdBy: integerOrNullIn(row, 'created_by'),
    createdAt: textOrNullIn(row, 'created_at'),
    lastCalculation: textOrNullIn(row, 'last_calculation'),
    errorsCalculating: integerIn(row, 'errors_calculating'),
    lastError: textOrNullIn(row, 'last_error'),
    count: integerOrNullIn(row, 'count'),
    isStatic: flagIn(row, 'is_static'),
    version: integerIn(row, 'version'),
    members: integerIn(row, 'members'),
    slowMs: integerIn(row, 'slow_ms'),
  };
}
