// Sample cohorts. Those of sampleCohorts.ts have filters that are evaluated as the data is made; any further ones hold a few
// persons each, listed by hand or by email, so that thousands of them cost seconds.
import { calculateNow } from '#sandbox/membership/calculate.ts';
import { findAnyCohort, insertCohort, updateCohort } from '#sandbox/store/cohorts.ts';
import type { CohortRow } from '#sandbox/store/cohorts.ts';
import type { Database } from '#sandbox/store/database.ts';
import { markMembers, newMembers } from '#sandbox/store/members.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';
import { timestamp } from '#sandbox/store/timestamp.ts';
import { sampleCohorts } from './sampleCohorts.ts';
import type { SampleCohort } from './sampleCohorts.ts';
import type { Random } from './random.ts';

const dayMs = 86_400_000;

export function addCohorts(
  db: Database,
  project: ProjectRow,
  number: number,
  random: Random,
  nowMs: number,
): void {
  // The generated ones are older, so that those of sampleCohorts.ts come first in the list, which is newest first.
  const generated = Math.max(0, number - sampleCohorts.length);
  for (let index = 0; index < generated; index += 1) {
    addFurther(db, project, index, random, nowMs - (400 + index * 0.01) * dayMs);
  }
  const ids: number[] = [];
  for (const plan of sampleCohorts.slice(0, number)) {
    const createdMs = nowMs - (number - ids.length) * 11 * dayMs - random.below(dayMs);
    ids.push(addPlanned(db, project, plan, ids, random, { createdMs, nowMs }));
  }
}

interface Times {
  readonly createdMs: number;
  readonly nowMs: number;
}

function addPlanned(
  db: Database,
  project: ProjectRow,
  plan: SampleCohort,
  ids: readonly number[],
  random: Random,
  { createdMs, nowMs }: Times,
): number {
  const values = plan.values?.map((value) => withId(value, ids));
  const filters = values && JSON.stringify({ properties: { type: plan.type ?? 'AND', values } });
  const cohort = insertCohort(db, {
    ...empty(project, createdMs),
    name: plan.name,
    description: plan.description ?? '',
    groups: JSON.stringify(plan.groups ?? []),
    filters: filters ?? null,
    createdBy: random.chance(0.08) ? null : 1 + random.below(4),
    isStatic: plan.share !== undefined,
    slowMs: plan.slowMs ?? 0,
  });
  addMembers(db, project, plan, cohort, random, nowMs);
  const made = findAnyCohort(db, cohort.id);
  if (made && plan.slowMs !== undefined) updateCohort(db, { ...made, isCalculating: true, version: 1 });
  return cohort.id;
}

function addMembers(
  db: Database,
  project: ProjectRow,
  plan: SampleCohort,
  cohort: CohortRow,
  random: Random,
  nowMs: number,
): void {
  const { share, errors } = plan;
  if (share !== undefined) {
    const persons = pickPersons(project, () => random.chance(share));
    fill(db, cohort, persons, nowMs);
  } else if (errors !== undefined) {
    updateCohort(db, { ...cohort, count: 0, errorsCalculating: errors.times, lastError: errors.last });
  } else {
    calculateNow(db, cohort.id, nowMs, () => undefined);
  }
}

/** In sampleCohorts.ts, references to other cohorts are indexes of their list. */
function withId(value: object, ids: readonly number[]): object {
  return 'type' in value && value.type === 'cohort' && 'value' in value
    ? { ...value, value: ids[Number(value.value)] }
    : value;
}

const subjects = [
  'Accounts of',
  'Kontakte:',
  'Follow-up for',
  'Заявки –',
  '招待リスト',
  'قائمة',
  '=LIST()',
  'List "A", from',
  'Imported\nby',
  '🎟️ Event guests,',
];
const owners = [
  'Nadia',
  'Jürgen',
  'the sales team',
  'Oksana',
  'CSV of 3 May',
  'nobody in particular',
  'a fair',
];

function addFurther(
  db: Database,
  project: ProjectRow,
  index: number,
  random: Random,
  createdMs: number,
): void {
  const persons = new Set<number>();
  const most = random.below(40);
  if (project.firstPerson !== null && project.lastPerson !== null) {
    const span = project.lastPerson - project.firstPerson + 1;
    for (let pick = 0; pick < most; pick += 1) persons.add(project.firstPerson + random.below(span));
  }
  const isStatic = random.chance(0.5);
  const emails = isStatic ? new Map<number, string>() : findEmails(db, persons);
  const leaf = { key: 'email', type: 'person', operator: 'exact', value: [...emails.values()] };
  const cohort = insertCohort(db, {
    ...empty(project, createdMs),
    name: `${random.pick(subjects)} ${random.pick(owners)} (${index + 1})`,
    filters: isStatic ? null : JSON.stringify({ properties: { type: 'AND', values: [leaf] } }),
    createdBy: 1 + random.below(4),
    isStatic,
  });
  fill(db, cohort, isStatic ? persons : emails.keys(), createdMs);
}

/** Emails by person; persons without one are left out. */
function findEmails(db: Database, persons: Iterable<number>): Map<number, string> {
  const emails = new Map<number, string>();
  for (const id of persons) {
    const email = db.get("SELECT properties ->> '$.email' AS email FROM person WHERE id = ?", id)?.['email'];
    if (typeof email === 'string') emails.set(id, email);
  }
  return emails;
}

function* pickPersons(project: ProjectRow, isPicked: () => boolean): Generator<number> {
  for (let id = project.firstPerson ?? 1; id <= (project.lastPerson ?? 0); id += 1) if (isPicked()) yield id;
}

function fill(db: Database, cohort: CohortRow, persons: Iterable<number>, atMs: number): void {
  const members = newMembers(db);
  for (const id of persons) db.run('INSERT INTO member VALUES (?, ?)', members, id);
  updateCohort(db, { ...cohort, members, count: markMembers(db, members), lastCalculation: timestamp(atMs) });
}

function empty(project: ProjectRow, createdMs: number): Omit<CohortRow, 'id'> {
  return {
    projectId: project.id,
    name: null,
    description: '',
    groups: '[]',
    deleted: false,
    filters: null,
    isCalculating: false,
    createdBy: null,
    createdAt: timestamp(createdMs),
    lastCalculation: null,
    errorsCalculating: 0,
    lastError: null,
    count: null,
    isStatic: false,
    version: 0,
    members: 0,
    slowMs: 0,
  };
}
