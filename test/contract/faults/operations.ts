// What a client can do, each against one path, with the response of a working service.
import { exportPersons } from '#exports/exportPersons.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import type { PagingLimits } from '#exports/paging/readPages.ts';
import type { ApiClient, RetryWait } from '#api/clientTypes.ts';
import { text } from '../../misbehaving/acts.ts';
import { collectPages } from '../../unit/api/support.ts';
import type { Act } from '../../misbehaving/server.ts';

/** Two tries after the first one. */
export const tries = 3;

export interface Sound {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

interface Run {
  readonly client: ApiClient;
  /** For exports. */
  readonly directory: string;
  readonly signal: AbortSignal;
  readonly onWait: (wait: RetryWait) => void;
  /** Persons that an export should hold. Default: 2. */
  readonly expectedCount?: number;
  /** Of an export. */
  readonly paging?: Partial<PagingLimits>;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly sound: Sound;
  run(this: void, run: Run): Promise<unknown>;
}

export const canaryBody = 'canary-body-of-a-request';
export const canaryPerson = 'Canary Person';

const cohort = { id: 7, name: 'Cohort', count: 2, filters: { properties: {} }, groups: [] };
const person = { id: 'a1', name: canaryPerson, distinct_ids: ['a1'], properties: { email: 'a@b.example' } };

const asJson = (value: unknown, status = 200): Sound => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});
const page = (results: readonly unknown[], more: object = {}): Sound =>
  asJson({ next: null, previous: null, results, ...more });
const cohorts = '/api/projects/1/cohorts/';
export const cohortPath = `${cohorts}7/`;

export const operations = {
  list: {
    method: 'GET',
    path: cohorts,
    sound: page([cohort, { ...cohort, id: 8 }], { count: 2 }),
    run: async ({ client, signal }) => collectPages(client.cohorts('1').pages({ signal })),
  },
  retrieve: {
    method: 'GET',
    path: cohortPath,
    sound: asJson(cohort),
    run: async ({ client, signal }) => client.cohorts('1').retrieveText(7, { signal }),
  },
  create: {
    method: 'POST',
    path: cohorts,
    sound: asJson({ ...cohort, id: 9 }, 201),
    run: async ({ client, signal }) =>
      client.cohorts('1').createText(JSON.stringify({ name: canaryBody }), { signal }),
  },
  PATCH: {
    method: 'PATCH',
    path: cohortPath,
    sound: asJson(cohort),
    run: async ({ client, signal }) =>
      client.cohorts('1').updateText(7, JSON.stringify({ name: canaryBody }), { signal }),
  },
  move_tile: {
    method: 'PATCH',
    path: '/api/projects/1/dashboards/7/move_tile/',
    sound: asJson({ id: 7, name: 'Dashboard', filters: {}, tags: [], tiles: [] }),
    run: async ({ client, signal }) =>
      client.dashboards('1').moveTile(7, { tileId: 3, toDashboard: 8 }, { signal }),
  },
  persons: {
    method: 'GET',
    path: `${cohorts}7/persons/`,
    sound: page([person, { ...person, id: 'a2' }]),
    run: async ({ client, signal }) => client.cohorts('1').persons(7, { signal }),
  },
  CSV: {
    method: 'GET',
    path: `${cohorts}7/persons/`,
    sound: { status: 200, type: 'text/csv', body: `id,name\r\na1,${canaryPerson}\r\na2,${canaryPerson}\r\n` },
    run: async (run) => runExport(run, 'csv'),
  },
  export: {
    method: 'GET',
    path: `${cohorts}7/persons/`,
    sound: page([person, { ...person, id: 'a2' }]),
    run: async (run) => runExport(run, 'json'),
  },
  uses: {
    method: 'GET',
    path: `${cohorts}7/used_in/`,
    sound: asJson({
      feature_flags: { results: [{ id: 3, key: 'menu' }], total: 1 },
      insights: [],
      cohorts: [],
    }),
    run: async ({ client, signal }) => client.cohorts('1').uses(7, { signal }),
  },
  calculations: {
    method: 'GET',
    path: `${cohorts}7/calculation_history/`,
    sound: page([{ count: 2, started_at: '2026-03-02T10:00:00Z' }], { count: 1 }),
    run: async ({ client, signal }) => client.cohorts('1').calculations(7, { signal }),
  },
  activities: {
    method: 'GET',
    path: `${cohorts}7/activity/`,
    sound: page([{ activity: 'created', created_at: '2026-03-02T10:00:00Z' }], { count: 1 }),
    run: async ({ client, signal }) => client.cohorts('1').activities(7, { signal }),
  },
  'person search': {
    method: 'GET',
    path: `${cohorts}7/persons/`,
    sound: page([person]),
    run: async ({ client, signal }) => client.cohorts('1').persons(7, { search: 'a@b.example', signal }),
  },
  'added persons': {
    method: 'PATCH',
    path: `${cohorts}7/add_persons_to_static_cohort/`,
    sound: asJson({ success: true }),
    run: async ({ client, signal }) => client.cohorts('1').addPersons(7, [canaryBody], { signal }),
  },
  'removed person': {
    method: 'PATCH',
    path: `${cohorts}7/remove_person_from_static_cohort/`,
    sound: asJson({ success: true }),
    run: async ({ client, signal }) => client.cohorts('1').removePerson(7, canaryBody, { signal }),
  },
  user: {
    method: 'GET',
    path: '/api/users/@me/',
    sound: asJson({ uuid: 'u-1', first_name: 'Ada', email: 'ada@shop.example' }),
    run: async ({ client, signal }) => client.retrieveUser({ signal }),
  },
  projects: {
    method: 'GET',
    path: '/api/projects/',
    sound: page([{ id: 1, name: 'Project' }], { count: 1 }),
    run: async ({ client, signal }) => client.listProjects({ signal }),
  },
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

export function answerSoundly({ body, status, type }: Sound): Act {
  return text(body, status, { 'content-type': type });
}

async function runExport(run: Run, format: ExportFormat): Promise<unknown> {
  const { client, directory, signal, onWait, expectedCount = 2, paging } = run;
  return exportPersons({
    cohorts: client.cohorts('1'),
    cohortId: 7,
    format,
    directory,
    fileName: 'a.json',
    expectedCount,
    signal,
    onProgress({ waiting }) {
      if (waiting !== undefined) onWait(waiting);
    },
    paging: { tries, firstWaitMs: 1, ...paging },
  });
}
