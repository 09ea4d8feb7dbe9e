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
    'Who changed a cohort',
    '200 updated, name before and after',
    async (its) => {
      const { id } = await its.create('cohorts', { name: 'Facts of before', is_static: true });
      await its.ask('PATCH', `cohorts/${id}/`, { name: 'Facts of after' });
      const { status, body } = await its.ask('GET', `cohorts/${id}/activity/?limit=10`);
      if (status !== 200) return String(status);
      const [{ activity, detail, user }] = body.results;
      const change = detail.changes.find(({ field }: Json) => field === 'name');
      const isKnown =
        change?.before === 'Facts of before' && change.after === 'Facts of after' && user?.email;
      return `200 ${activity}, name ${isKnown ? 'before and after' : 'unknown'}`;
    },
  ],
  [
    'A search of cohorts',
    'finds by name, 400 above 200 characters',
    async (its) => {
      const { id } = await its.create('cohorts', { name: 'Facts to be found', is_static: true });
      const { results } = (await its.ask('GET', 'cohorts/?search=facts%20to%20be')).body;
      const isFound = results.length > 0 && results.every((one: Json) => one.id === id);
      const long = await statusOf(its.ask('GET', `cohorts/?search=${'x'.repeat(201)}`));
      return `${isFound ? 'finds by name' : 'is ignored'}, ${long} above 200 characters`;
    },
  ],
  [
    'Whose key it is',
    '200, as the creator of a record',
    async (its) => {
      const { created_by: creator } = await its.create('cohorts', { is_static: true });
      const { status, body } = await its.ask('GET', '/api/users/@me/');
      if (status !== 200) return String(status);
      return body.uuid === creator?.uuid ? '200, as the creator of a record' : '200, somebody else';
    },
  ],
  [
    'Adding persons to a static cohort',
    '200 success, and not those that are unknown',
    async (its) => {
      const [person] = await personsOfAny(its, 1);
      const { id } = await its.create('cohorts', { is_static: true });
      const { status, body } = await addTo(its, id, [person.id, nobody]);
      if (status !== 200) return String(status);
      const { results } = (await its.ask('GET', `cohorts/${id}/persons/`)).body;
      const isAlone = results.length === 1 && results[0].id === person.id;
      return `200 ${Object.keys(body).join(', ')}, ${isAlone ? 'and not those that are unknown' : 'others'}`;
    },
  ],
  [
    'Adding nobody, or nobody who is known',
    'refused 400, refused 400',
    async (its) => {
      const { id } = await its.create('cohorts', { is_static: true });
      const empty = outcomeWithoutField(await addTo(its, id, []), 'accepted');
      return `${empty}, ${outcomeWithoutField(await addTo(its, id, [nobody]), 'accepted')}`;
    },
  ],
  [
    'Adding persons to a dynamic cohort',
    'refused 400',
    async (its) => {
      const [person] = await personsOfAny(its, 1);
      const { id } = await its.create('cohorts', { filters: group('AND', leaf) });
      return outcomeWithoutField(await addTo(its, id, [person.id]), 'accepted');
    },
  ],
  [
    'Removing a person from a static cohort',
    '200, 200 if not in it, 404 if unknown',
    async (its) => {
      const [person, other] = await personsOfAny(its, 2);
      const { id } = await its.create('cohorts', { is_static: true });
      await addTo(its, id, [person.id]);
      const remove = (personId: string) =>
        statusOf(
          its.ask('PATCH', `cohorts/${id}/remove_person_from_static_cohort/`, { person_id: personId }),
        );
      const [first, second, third] = [await remove(person.id), await remove(other.id), await remove(nobody)];
      return `${first}, ${second} if not in it, ${third} if unknown`;
    },
  ],
  [
    'A search of the persons of a cohort',
    'finds the person by ID',
    async (its) => {
      const [person] = await personsOfAny(its, 2);
      const { id } = await largest(its);
      const { body } = await its.ask('GET', `cohorts/${id}/persons/?search=${person.distinct_ids[0]}`);
      const isFound = body.results.length === 1 && body.results[0].id === person.id;
      return isFound ? 'finds the person by ID' : 'is ignored';
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
    async (its) => {
      const persons = await personsOfAny(its, 1000);
      const most = Math.max(...persons.map((one: Json) => one.distinct_ids.length));
      return most < 10 ? 'fewer than 10' : `at most ${most}: some may have more`;
    },
  ],
];

const did = { type: 'behavioral', key: 'x', value: 'performed_event', event_type: 'events' };

/** No deployment has this person. */
const nobody = '00000000-0000-4000-8000-000000000000';

function addTo({ ask }: Questions, id: number, personIds: readonly string[]): Promise<ServiceResponse> {
  return ask('PATCH', `cohorts/${id}/add_persons_to_static_cohort/`, { person_ids: personIds });
}

async function largest({ ask }: Questions): Promise<Json> {
  const { results } = (await ask('GET', 'cohorts/?limit=100')).body;
  const [first] = results.toSorted((a: Json, b: Json) => (b.count ?? 0) - (a.count ?? 0));
  if (!first?.count) throw new Error('no cohort has persons');
  return first;
}

/** The first persons of the largest cohort. */
async function personsOfAny(its: Questions, limit: number): Promise<readonly Json[]> {
  const { id } = await largest(its);
  return (await its.ask('GET', `cohorts/${id}/persons/?limit=${limit}`)).body.results;
}

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
