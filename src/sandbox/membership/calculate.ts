// One calculation of a cohort's members, in slices of persons. The new members replace the old ones after the last
// slice, in one step.
import vm from 'node:vm';
import { addCalculation } from '#sandbox/store/cohortDetails.ts';
import { findAnyCohort, findCohort, updateCohort, type CohortRow } from '#sandbox/store/cohorts.ts';
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { findActionEvents, markMembers, newMembers } from '#sandbox/store/persons.ts';
import { findProject } from '#sandbox/store/projects.ts';
import { membersSql } from './conditionSql.ts';
import { CannotEvaluate, type Condition } from './conditionTypes.ts';
import { readFilters, readGroups } from './readFilters.ts';

/** Persons in one slice: some tens of milliseconds. */
const slice = 20_000;
/** Time for the regular expressions of one slice; ordinary ones take a fiftieth of it. */
const ordinaryLimitMs = 1000;

/**
 * Calculates a cohort as of `nowMs`. Yields between slices. A filter that cannot be evaluated raises the cohort's error
 * count; `log` receives the reason.
 */
export function* calculate(
  db: Database,
  cohortId: number,
  nowMs: number,
  log: (line: string) => void,
  patternLimitMs = ordinaryLimitMs,
): Generator<void, void, void> {
  const cohort = findAnyCohort(db, cohortId);
  if (!cohort) return;
  const limits = { nowMs, patternLimitMs };
  const startedAt = performance.now();
  const outcome: Partial<CohortRow> = cohort.isStatic ? {} : yield* outcomeOf(db, cohort, limits, log);
  const latest = findAnyCohort(db, cohortId);
  // A later change has its own calculation.
  if (latest?.version !== cohort.version) return;
  updateCohort(db, { ...latest, ...outcome, isCalculating: false });
  if (cohort.isStatic) return;
  addCalculation(db, cohortId, {
    filters: cohort.filters,
    count: outcome.count ?? null,
    started_at: timestamp(nowMs),
    finished_at: timestamp(nowMs + (performance.now() - startedAt)),
    error: outcome.lastError ?? null,
  });
}

/** Like `calculate`, without pauses. */
export function calculateNow(...calculation: Parameters<typeof calculate>): void {
  const work = calculate(...calculation);
  while (work.next().done !== true);
}

interface Limits {
  readonly nowMs: number;
  readonly patternLimitMs: number;
}

function* outcomeOf(
  db: Database,
  cohort: CohortRow,
  limits: Limits,
  log: (line: string) => void,
): Generator<void, Partial<CohortRow>, void> {
  try {
    const members = newMembers(db);
    yield* findMembers(db, cohort, members, limits);
    const count = db.relaxed(() => markMembers(db, members));
    return {
      members,
      count,
      errorsCalculating: 0,
      lastError: null,
      lastCalculation: timestamp(limits.nowMs),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(`Cohort ${cohort.id}: ${reason}`);
    // What is no fault of the filters is for the log alone.
    const lastError = error instanceof CannotEvaluate ? reason : 'The calculation failed.';
    return { errorsCalculating: cohort.errorsCalculating + 1, lastError };
  }
}

function* findMembers(
  db: Database,
  cohort: CohortRow,
  members: number,
  { nowMs, patternLimitMs }: Limits,
): Generator<void, void, void> {
  const condition = conditionOf(cohort);
  const project = findProject(db, cohort.projectId);
  // A cohort without conditions is empty.
  if (!condition || !project || project.firstPerson === null || project.lastPerson === null) return;
  const membersOf = (id: number): number | undefined => findCohort(db, cohort.projectId, id)?.members;
  const eventsOf = (id: number) => findActionEvents(db, id);
  const insert = membersSql(condition, members, { nowMs, membersOf, eventsOf });
  const hasPattern = insert.text.includes('pattern_matches');
  const statement = db.connection.prepare(insert.text);
  for (let from = project.firstPerson; from <= project.lastPerson; from += slice) {
    const to = Math.min(from + slice - 1, project.lastPerson);
    const add = (): void => void statement.run({ from, to }, ...insert.values);
    db.relaxed(() => (hasPattern ? endSlowPatterns(patternLimitMs, add) : add()));
    yield;
  }
}

function conditionOf(cohort: CohortRow): Condition | undefined {
  return cohort.filters === null
    ? readGroups(JSON.parse(cohort.groups))
    : readFilters(JSON.parse(cohort.filters));
}

// Ends regular expressions that backtrack without end, such as `(a+)+$` on a long text.
const script = new vm.Script('work()');

/** Throws CannotEvaluate where the work takes too long. */
function endSlowPatterns(limitMs: number, work: () => void): void {
  try {
    // Only a script's timeout can interrupt a regular expression.
    script.runInContext(vm.createContext({ work }), { timeout: limitMs });
  } catch (error) {
    // The error comes from another context, so it is not an instance of this one's Error.
    if (typeof error !== 'object' || error === null || !('code' in error)) throw error;
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new CannotEvaluate(`A regular expression took longer than ${limitMs} ms.`, { cause: error });
  }
}
