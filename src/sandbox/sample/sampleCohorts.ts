// The sample cohorts and their filters.
import { calculateNow } from '#sandbox/membership/calculate.ts';
import { addActivity, addCalculation, addFlag } from '#sandbox/store/cohortDetails.ts';
import { type CohortRow, findAnyCohort, insertCohort, updateCohort } from '#sandbox/store/cohorts.ts';
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { markMembers, newMembers } from '#sandbox/store/persons.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';
import type { Random } from './random.ts';

export interface SampleCohort {
  readonly name: string | null;
  readonly description?: string;
  /** Conditions, joined by `type`; none for a static cohort, whose persons are random. */
  readonly values?: readonly object[];
  /** Those that it had some weeks ago. */
  readonly formerValues?: readonly object[];
  /** Default AND. */
  readonly type?: 'AND' | 'OR';
  /** The share of all persons that a static cohort holds. */
  readonly share?: number;
  /** The legacy form, in place of `filters`. */
  readonly groups?: readonly object[];
  /** Keys of feature flags that use it. */
  readonly flags?: readonly string[];
  /** A calculation takes this long, and one is in progress at the start. */
  readonly slowMs?: number;
  /** It has failed this often, the last time for this reason, and fails again. */
  readonly errors?: { readonly times: number; readonly last: string };
}

function person(key: string, operator: string, value?: unknown): object {
  return value === undefined ? { key, type: 'person', operator } : { key, type: 'person', value, operator };
}

function did(event: string, days: number, times?: number): object {
  return {
    key: event,
    type: 'behavioral',
    event_type: 'events',
    time_value: days,
    time_interval: 'day',
    ...(times === undefined
      ? { value: 'performed_event' }
      : { value: 'performed_event_multiple', operator: 'gte', operator_value: times }),
  };
}

function group(type: 'AND' | 'OR', ...values: readonly object[]): object {
  return { type, values };
}

/** Oldest first. A cohort with `cohort` leaves refers to those before it, by their place in this list. */
export const sampleCohorts: readonly SampleCohort[] = [
  {
    name: 'Internal & test accounts',
    description: 'Everybody at Brightloaf. Leave them out of every report.',
    values: [person('email', 'icontains', '@brightloaf.example')],
  },
  { name: 'Everyone with an email', values: [person('email', 'is_set')] },
  {
    name: 'Paying shops',
    description: 'Any plan but free.',
    flags: ['invoice-export', 'priority-support'],
    formerValues: [person('plan', 'exact', ['growth', 'enterprise'])],
    values: [person('plan', 'exact', ['starter', 'growth', 'enterprise'])],
  },
  {
    name: 'Paying shops, without our own',
    values: [
      person('plan', 'exact', ['starter', 'growth', 'enterprise']),
      { key: 'id', type: 'cohort', value: 0, negation: true },
    ],
  },
  {
    name: 'Enterprise, more than 100 seats',
    values: [person('plan', 'exact', 'enterprise'), person('seats', 'gt', 100)],
  },
  {
    name: 'DACH customers',
    values: [person('country', 'exact', ['DE', 'AT', 'CH']), person('plan', 'is_not', 'free')],
  },
  { name: 'Signed up in the last 90 days', values: [person('signup_date', 'is_date_after', '-90d')] },
  { name: 'Active this month', values: [did('order placed', 30)] },
  { name: 'Power users: 3 or more orders in 60 days', values: [did('order placed', 60, 3)] },
  {
    name: 'Published a menu, never invited anybody',
    values: [did('menu published', 365), { ...did('invite sent', 365), negation: true }],
  },
  {
    name: 'iPhone & Safari',
    values: [person('$os', 'exact', 'iOS'), person('$browser', 'icontains', 'safari')],
  },
  {
    name: 'Emails at free providers',
    values: [person('email', 'regex', '@(gmail\\.com|gmx\\.de|icloud\\.com)$')],
  },
  { name: 'No phone number', values: [person('phone', 'is_not_set')] },
  { name: 'Newsletter, November', description: 'Imported from the mail tool on 2 November.', share: 0.18 },
  { name: 'Beta testers – winter', share: 0.03 },
  { name: 'VIP guests (import, "final v3")', share: 0.004 },
  { name: '日本のお客様 🍞', values: [person('country', 'exact', 'JP')] },
  {
    name: 'Größere Betriebe, Köln & München',
    values: [person('city', 'exact', ['Köln', 'München']), person('seats', 'gte', 10)],
  },
  {
    name: 'Free, yet busy',
    description: 'Good people to call about a plan.',
    values: [
      person('plan', 'exact', 'free'),
      group('OR', did('order placed', 90, 2), did('export downloaded', 90)),
    ],
  },
  {
    name: 'Older import (groups)',
    groups: [
      { properties: [{ key: 'plan', type: 'person', value: 'growth', operator: 'exact' }] },
      { event_id: 'invoice paid', days: 30, count: 1, count_operator: 'gte' },
    ],
  },
  {
    name: 'Nobody yet: Iceland',
    description: 'Empty until we open there.',
    values: [person('country', 'exact', 'IS')],
  },
  {
    name: 'Did the old onboarding (action 12)',
    description: 'Fails since actions were removed.',
    values: [person('plan', 'is_set'), { ...did('12', 30), event_type: 'actions' }],
    errors: { times: 3, last: 'Action 12 does not exist.' },
  },
  {
    name: 'Churn risk (EU)',
    description: 'Paying, and no order in 45 days. Takes its time.',
    values: [
      group('OR', person('country', 'exact', ['DE', 'AT', 'FR']), person('locale', 'icontains', 'fr')),
      person('plan', 'is_not', 'free'),
      { ...did('order placed', 45), negation: true },
    ],
    slowMs: 20_000,
  },
  {
    name: '=HYPERLINK("https://example.com"), a name from a spreadsheet',
    values: [person('newsletter', 'exact', true), person('seats', 'lt', 5)],
  },
  {
    name: 'Win-back, wave 2: left free trial OR “never came back after the very first order”, see the notes of 14 March',
    type: 'OR',
    values: [
      group('AND', person('plan', 'exact', 'free'), { ...did('$pageview', 120), negation: true }),
      group('AND', did('order placed', 365), { ...did('order placed', 180), negation: true }),
    ],
  },
];

// The planned ones have filters that are evaluated as the data is made; any further ones hold a few persons each, listed by
// hand or by email, so that thousands of them cost seconds.
const dayMs = 86_400_000;

export function addCohorts(
  db: Database,
  project: ProjectRow,
  number: number,
  random: Random,
  nowMs: number,
): void {
  // The generated ones are older, so that the planned ones come first in the list, which is newest first.
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
  const made = { activity: 'created', userId: cohort.createdBy, at: timestamp(createdMs) } as const;
  addActivity(db, cohort.id, made);
  if (plan.flags) noteEarlierName(db, cohort, (createdMs + nowMs) / 2);
  if (plan.formerValues) addEarlierCalculations(db, cohort, plan, nowMs);
  for (const key of plan.flags ?? []) addFlag(db, project.id, cohort.id, key, key.replaceAll('-', ' '));
  const stored = findAnyCohort(db, cohort.id);
  if (stored && plan.slowMs !== undefined) updateCohort(db, { ...stored, isCalculating: true, version: 1 });
  return cohort.id;
}

/** Another user has renamed it since. */
function noteEarlierName(db: Database, { id, name }: CohortRow, atMs: number): void {
  const text = JSON.stringify;
  addActivity(db, id, { activity: 'updated', userId: 2, at: timestamp(atMs) }, [
    ['name', text(`${name} (draft)`), text(name)],
  ]);
}

const weekMs = 7 * 24 * 60 * 60 * 1000;
/** The share of today's persons some weeks ago, and whether it had other conditions then. */
const earlier = [
  [6, 0.51, true],
  [4, 0.58, true],
  [2, 0.93, false],
] as const;

function addEarlierCalculations(db: Database, { id }: CohortRow, plan: SampleCohort, nowMs: number): void {
  const count = findAnyCohort(db, id)?.count ?? 0;
  for (const [weeks, share, isOther] of earlier) {
    const startedMs = nowMs - weeks * weekMs;
    const values = (isOther ? plan.formerValues : plan.values) ?? [];
    addCalculation(db, id, {
      filters: JSON.stringify({ properties: { type: plan.type ?? 'AND', values } }),
      count: Math.round(count * share),
      started_at: timestamp(startedMs),
      finished_at: timestamp(startedMs + 900 + weeks * 100),
      error: null,
    });
  }
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

/** A plan refers to other cohorts by their index in the list. */
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
