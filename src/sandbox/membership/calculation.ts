// One calculation: who is in a cohort, found slice by slice. What it finds stands beside the old members until the
// last slice, then the cohort changes over in one step.
import type { Database } from '#sandbox/store/database.ts';
import { findAnyCohort, findCohort, updateCohort } from '#sandbox/store/cohorts.ts';
import type { CohortRow } from '#sandbox/store/cohorts.ts';
import { markMembers, newMembers } from '#sandbox/store/members.ts';
import { findProject } from '#sandbox/store/projects.ts';
import { timestamp } from '#sandbox/timestamp.ts';
import { readFilters, readGroups } from './filters.ts';
import type { Condition } from './filters.ts';
import { membersSql } from './sql.ts';
import { withinTime } from './timeLimit.ts';

/** Persons looked at in one go: some tens of milliseconds. */
const slice = 20_000;
/** For the patterns of one slice: fair ones take a fiftieth of it. */
const patternLimitMs = 1000;

/**
 * Calculates a cohort as of `nowMs`. Yields between slices, so that whoever drives it can do something else. A filter
 * that cannot be evaluated raises the cohort's error count; `log` hears why.
 */
export function* calculate(
  db: Database,
  cohortId: number,
  nowMs: number,
  log: (line: string) => void,
): Generator<void, void, void> {
  const cohort = findAnyCohort(db, cohortId);
  if (!cohort) return;
  const outcome = cohort.isStatic ? {} : yield* outcomeOf(db, cohort, nowMs, log);
  const latest = findAnyCohort(db, cohortId);
  // A change in the meantime has asked for a calculation of its own.
  if (latest?.version !== cohort.version) return;
  updateCohort(db, { ...latest, ...outcome, isCalculating: false });
}

/** As `calculate`, in one go. */
export function calculateNow(
  db: Database,
  cohortId: number,
  nowMs: number,
  log: (line: string) => void,
): void {
  const work = calculate(db, cohortId, nowMs, log);
  while (work.next().done !== true);
}

function* outcomeOf(
  db: Database,
  cohort: CohortRow,
  nowMs: number,
  log: (line: string) => void,
): Generator<void, Partial<CohortRow>, void> {
  try {
    const members = newMembers(db);
    yield* findMembers(db, cohort, members, nowMs);
    const count = db.relaxed(() => markMembers(db, members));
    return { members, count, errorsCalculating: 0, lastCalculation: timestamp(nowMs) };
  } catch (error) {
    log(`cohort ${cohort.id}: ${error instanceof Error ? error.message : String(error)}`);
    return { errorsCalculating: cohort.errorsCalculating + 1 };
  }
}

function* findMembers(
  db: Database,
  cohort: CohortRow,
  members: number,
  nowMs: number,
): Generator<void, void, void> {
  const condition = conditionOf(cohort);
  const project = findProject(db, cohort.projectId);
  // Nobody is in a cohort that asks for nothing.
  if (!condition || !project || project.firstPerson === null || project.lastPerson === null) return;
  const membersOf = (id: number): number | undefined => findCohort(db, cohort.projectId, id)?.members;
  const insert = membersSql(condition, members, { nowMs, membersOf });
  const hasPattern = insert.text.includes('pattern_matches');
  const statement = db.connection.prepare(insert.text);
  for (let from = project.firstPerson; from <= project.lastPerson; from += slice) {
    const to = Math.min(from + slice - 1, project.lastPerson);
    const add = (): void => void statement.run({ from, to }, ...insert.values);
    db.relaxed(() => (hasPattern ? withinTime(patternLimitMs, add) : add()));
    yield;
  }
}

function conditionOf(cohort: CohortRow): Condition | undefined {
  return cohort.filters === null
    ? readGroups(JSON.parse(cohort.groups))
    : readFilters(JSON.parse(cohort.filters));
}
