import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ServiceSearch } from '#commands/targets/serviceSearch.ts';
import { CohortDetails } from '#model/records/cohortDetails.ts';
import { fault } from '../../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../../misbehaving/listing.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { startClient } from '../../api/support.ts';
import { createCatalog } from '../../../models.ts';

const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;

async function start(context: TestContext, count: number, how: 'searches' | 'ignores' | 'refuses') {
  const all = createCohorts(count);
  const { client, server } = await startClient(context, (request, index) => {
    const text = new URL(request.url, 'http://host.test').searchParams.get('search');
    if (text !== null && how === 'refuses') return fault(403, 'permission_denied', 'No.');
    const isSearched = text !== null && how === 'searches';
    return createListing(isSearched ? all.filter(({ name }) => name.includes(text)) : all)(request, index);
  });
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.load(list);
  const details = new CohortDetails(async () => client, assert.ifError);
  const lists = [list, { ...list, kind: 'dashboard' }] as const;
  let asked = 0;
  const search = new ServiceSearch({ catalog, lists, details: async () => (asked++, details) });
  const untilAsked = (times: number) => eventually('a pause', async () => asked === times);
  const closing = new AbortController();
  context.after(() => closing.abort());
  let shown = 0;
  search.start(() => shown++, closing.signal);
  const searches = () => server.received.filter(({ url }) => url.includes('search=')).length;
  return { catalog, search, searches, untilAsked, shown: () => shown };
}

test('a cohort of a page that is not loaded is found by its name once typing pauses', async (t) => {
  const { catalog, search, searches, shown } = await start(t, 5000, 'searches');
  for (const text of ['4', '43', '432', '4321', '4321']) search.type(text);
  await eventually('the cohort', async () => shown() === 1);
  assert.deepEqual(
    search.found.map(({ id }) => id),
    [4321],
  );
  assert.equal(catalog.get({ ...list, id: 4321 })?.name, 'Cohort 4321');
  assert.equal(searches(), 1);
  search.type('Cohort 12');
  await eventually('others', async () => shown() === 2);
});

test('a search that cannot be made is reported, and what is loaded stays', async (t) => {
  const { catalog } = await start(t, 5000, 'searches');
  const errors: unknown[] = [];
  const failure = new Error('no code for it');
  const search = new ServiceSearch({
    catalog,
    lists: [list],
    details: () => Promise.reject(failure),
    onError: (error) => errors.push(error),
  });
  search.start(assert.fail, new AbortController().signal);
  search.type('4321');
  await eventually('the error', async () => errors.length > 0);
  assert.deepEqual(errors, [failure]);
  assert.deepEqual(search.found, []);
});

for (const how of ['ignores', 'refuses'] as const) {
  test(`a service that ${how} a search is asked once`, async (t) => {
    const { search, searches, shown, untilAsked } = await start(t, 5000, how);
    search.type('4321');
    await eventually('the request', async () => searches() === 1);
    search.type('4322');
    await untilAsked(2);
    search.type('a text that is longer than 200 characters'.repeat(5));
    search.type('4323');
    await untilAsked(3);
    assert.deepEqual([searches(), shown(), search.found], [1, 0, []]);
  });
}

test('a list that is loaded whole is not searched on its service', async (t) => {
  const { search, searches, untilAsked } = await start(t, 90, 'searches');
  search.type('Cohort 12');
  await untilAsked(1);
  assert.equal(searches(), 0);
});
