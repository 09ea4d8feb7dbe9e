// What cohorts do, and the persons of them.
import {
  type ServiceResponse,
  type Fact,
  group,
  type Json,
  leaf,
  outcome,
  outcomeWithoutField,
  type Questions,
  statusOf,
} from './fact.ts';

export const cohortFacts: readonly Fact[] = [
  [
    'What uses a cohort',
    '200 feature_flags, insights, cohorts',
    async ({ ask, create }) => {
      const { id } = await create('cohorts', { is_static: true });
      const { status, body } = await ask('GET', `cohorts/${id}/used_in/`);
      const keys = status === 200 ? Object.keys(body).join(', ') : '';
      return `${status} ${keys}`.trim();
    },
  ],
  [
    'The calculations of a cohort',
    '200 filters, count, started_at, finished_at, error, error_code',
    async (its) => {
      const { id } = await its.create('cohorts', { filters: group('AND', leaf) });
      const { status, body } = await its.ask('GET', `cohorts/${id}/calculation_history/?limit=1`);
      const [row = {}] = status === 200 ? body.results : [];
      return `${status} ${Object.keys(row).join(', ')}`.trim();
    },
  ],
  [
    'A deleted cohort',
    '200, not listed',
    async (its) => {
      const { id } = await its.create('cohorts', { is_static: true });
      await its.ask('PATCH', `cohorts/${id}/`, { deleted: true });
      const { results } = (await its.ask('GET', 'cohorts/?limit=10')).body;
      const isListed = results.some((one: Json) => one.id === id);
      return `${await statusOf(its.ask('GET', `cohorts/${id}/`))}, ${isListed ? 'listed' : 'not listed'}`;
    },
  ],
  [
    'Filters of a cohort without properties',
    'refused 400',
    async ({ ask }) =>
      outcomeWithoutField(
        await ask('POST', 'cohorts/', { filters: { type: 'AND' }, deleted: true }),
        'accepted',
      ),
  ],
  [
    'Keys that conditions of a cohort get',
    'none',
    async (its) => {
      const stored = await storedLeaf(its, leaf);
      return (
        Object.keys(stored)
          .filter((key) => !Object.hasOwn(leaf, key))
          .toSorted()
          .join(', ') || 'none'
      );
    },
  ],
  [
    'Members of a condition that are null',
    'kept',
    async (its) =>
      Object.hasOwn(await storedLeaf(its, { ...did, explicit_datetime: null }), 'explicit_datetime')
        ? 'kept'
        : 'dropped',
  ],
  [
    'A number of days as text',
    'kept',
    async (its) => {
      const stored = await storedLeaf(its, { ...did, time_value: '30', time_interval: 'day' });
      return stored.time_value === '30' ? 'kept' : 'a number';
    },
  ],
  [
    'A condition of a cohort without an operator',
    'accepted',
    async (its) => outcome(await tryCohort(its, { ...leaf, operator: undefined }), 'accepted'),
  ],
  [
    'A condition of a cohort with an unknown key',
    'accepted',
    async (its) => outcome(await tryCohort(its, { ...leaf, nobodys: 1 }), 'accepted'),
  ],
  [
    'Filters of a static cohort',
    'no properties',
    async (its) => {
      const { filters } = await its.create('cohorts', { is_static: true });
      return JSON.stringify(filters) === '{"properties":{}}' ? 'no properties' : JSON.stringify(filters);
    },
  ],
  [
    'A new cohort',
    'is_calculating',
    async (its) =>
      (await its.create('cohorts', { filters: group('AND', leaf) })).is_calculating === true
        ? 'is_calculating'
        : 'is not',
  ],
  [
    'A cohort that refers to itself',
    'refused 400',
    async (its) => {
      const { id } = await its.create('cohorts', { filters: group('AND', leaf) });
      const itself = group('AND', { type: 'cohort', key: 'id', value: id });
      return outcomeWithoutField(await its.ask('PATCH', `cohorts/${id}/`, { filters: itself }), 'accepted');
    },
  ],
  [
    'Deleting a cohort that another one uses',
    'accepted',
    async (its) => {
      const used = await its.create('cohorts', { filters: group('AND', leaf) });
      await its.create('cohorts', { filters: group('AND', { type: 'cohort', key: 'id', value: used.id }) });
      return outcomeWithoutField(
        await its.ask('PATCH', `cohorts/${used.id}/`, { deleted: true }),
        'accepted',
      );
    },
  ],
  [
    'The count of a page of persons',
    'missing',
    async (its) => {
      const { id } = await its.create('cohorts', { is_static: true });
      return (await its.ask('GET', `cohorts/${id}/persons/`)).body.count === undefined ? 'missing' : 'there';
    },
  ],
  [
    'The CSV of an empty cohort',
    '200, 0 bytes',
    async (its) => {
      const { id } = await its.create('cohorts', { is_static: true });
      const { status: code, text } = await its.ask('GET', `cohorts/${id}/persons/?format=csv`, undefined, {
        accept: '*/*',
      });
      return `${code}, ${text.length} bytes`;
    },
  ],
  [
    'The CSV where JSON is asked for',
    '406',
    async (its) => {
      const { id } = await its.create('cohorts', { is_static: true });
      const accept = { accept: 'application/json' };
      return statusOf(its.ask('GET', `cohorts/${id}/persons/?format=csv`, undefined, accept));
    },
  ],
  [
    'Distinct ids of a person',
    'fewer than 10',
    async ({ ask }) => {
      const { results } = (await ask('GET', 'cohorts/?limit=100')).body;
      const [largest] = results.toSorted((a: Json, b: Json) => (b.count ?? 0) - (a.count ?? 0));
      if (!largest?.count) throw new Error('no cohort has persons');
      const persons = (await ask('GET', `cohorts/${largest.id}/persons/?limit=1000`)).body.results;
      const most = Math.max(...persons.map((one: Json) => one.distinct_ids.length));
      return most < 10 ? 'fewer than 10' : `at most ${most}: some may have more`;
    },
  ],
];

const did = { type: 'behavioral', key: 'x', value: 'performed_event', event_type: 'events' };

/** It is deleted at once where it was created. */
async function tryCohort({ ask }: Questions, condition: object): Promise<ServiceResponse> {
  const response = await ask('POST', 'cohorts/', { filters: group('AND', condition) });
  if (response.status < 400) await ask('PATCH', `cohorts/${response.body.id}/`, { deleted: true });
  return response;
}

async function storedLeaf(its: Questions, condition: object): Promise<Json> {
  const { id } = await its.create('cohorts', { filters: group('AND', condition) });
  return (await its.ask('GET', `cohorts/${id}/`)).body.filters.properties.values[0];
}
