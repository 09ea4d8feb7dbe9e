// sample/ creates the data of an invented company, Brightloaf, which makes sales software for bakeries and cafés. The
// same seed creates the same data; times are relative to `nowMs`.
import { type Database, timestamp } from '#sandbox/store/database.ts';
import { insertProject, insertUser, type ProjectRow } from '#sandbox/store/projects.ts';
import { addCohorts } from './sampleCohorts.ts';
import { addDashboards } from './addDashboards.ts';
import { readActivity } from '#sandbox/sample/insights/activity.ts';
import { addEventNames, addPersons } from './addPersons.ts';
import { createRandom } from './random.ts';

/** The size of the first project; the second one is always small. */
export interface SampleOptions {
  /** Default 5,000. */
  readonly persons?: number | undefined;
  /** Default 25. */
  readonly cohorts?: number | undefined;
  /** Default 40. */
  readonly dashboards?: number | undefined;
  /** Default 1. */
  readonly seed?: number | undefined;
  /** The end of the data, in milliseconds since 1970; default: the start of this hour. */
  readonly nowMs?: number | undefined;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const users = [
  { firstName: 'Ada', email: 'ada@brightloaf.example' },
  { firstName: 'Nadia', email: 'nadia@brightloaf.example' },
  { firstName: 'Jürgen', email: 'juergen@brightloaf.example' },
  { firstName: 'オクサナ', email: 'oksana@brightloaf.example' },
];

/** Fills an empty store. `log` receives the progress. */
export function fillWithSample(db: Database, options: SampleOptions, log: (line: string) => void): void {
  const { seed = 1, nowMs = Math.floor(Date.now() / hourMs) * hourMs } = options;
  const { persons = 5000, cohorts = 25, dashboards = 40 } = options;
  const random = createRandom(seed, 1);
  users.forEach((user, index) => {
    insertUser(db, { id: index + 1, uuid: random.uuid(), distinctId: random.uuid(), ...user });
  });
  addEventNames(db);
  const plans = [
    { id: 1, name: 'Brightloaf Web', persons, cohorts, dashboards },
    {
      id: 2,
      name: 'Brightloaf Mobile App',
      persons: Math.min(persons, 300),
      cohorts: Math.min(cohorts, 5),
      dashboards: Math.min(dashboards, 8),
    },
  ];
  let first = 1;
  for (const plan of plans) {
    const project: ProjectRow = {
      id: plan.id,
      uuid: random.uuid(),
      name: plan.name,
      timezone: 'Europe/Berlin',
      createdAt: timestamp(nowMs - 1000 * dayMs),
      firstPerson: plan.persons > 0 ? first : null,
      lastPerson: plan.persons > 0 ? first + plan.persons - 1 : null,
    };
    insertProject(db, project);
    log(`${plan.name}: ${plan.persons} persons …`);
    addPersons(db, plan.id, { first, number: plan.persons }, createRandom(seed, plan.id * 10 + 1), nowMs);
    log(`${plan.name}: ${plan.cohorts} cohorts, ${plan.dashboards} dashboards …`);
    const activity = readActivity(db, first, plan.persons, nowMs);
    addDashboards(db, plan.id, plan.dashboards, createRandom(seed, plan.id * 10 + 2), activity);
    addCohorts(db, project, plan.cohorts, createRandom(seed, plan.id * 10 + 3), nowMs);
    first += plan.persons;
  }
}
