import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { maxIdlePages } from '#api/clientTypes.ts';
import type { ListState } from '#model/records/loadedRecords.ts';
import { fault, flood } from '../../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../../misbehaving/listing.ts';
import { startClient } from '../../api/support.ts';
import { createCatalog } from '../../../models.ts';

const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;

/** A catalog over a list of `count` cohorts, of which `shown` or a few more are loaded, as a search loads them. */
async function start(context: TestContext, count: number, shown: number, create = createCohorts) {
  const service = { count, isDown: false, requestsUntilDown: Infinity };
  const { client, server } = await startClient(context, (request, index) =>
    service.isDown || service.requestsUntilDown-- <= 0
      ? fault(400, 'invalid', 'No.')
      : createListing(create(service.count))(request, index),
  );
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.load(list);
  await catalog.loadWhole(list, () => catalog.list(list).records.length < shown);
  const state = catalog.list(list);
  const before = server.received.length;
  return { catalog, service, state, asked: () => server.received.slice(before).map(({ url }) => url) };
}

const ids = ({ records }: ListState) => records.map(({ id }) => id);

test('a refresh loads thousands of records in pages', async (t) => {
  const { catalog, state, asked } = await start(t, 2345, 2345);
  const again = await catalog.refresh(list);
  assert.deepEqual(ids(again), ids(state));
  assert.equal(again.hasMore, false);
  assert.equal(asked().length, 3);
});

test('a refresh loads a whole list again, also with a new record', async (t) => {
  for (const count of [150, 1234]) {
    const { catalog, service, state, asked } = await start(t, count, count);
    service.count++;
    assert.deepEqual(ids(await catalog.refresh(list)), [...ids(state), count + 1]);
    assert.equal(asked().length, Math.ceil(count / 1000));
  }
});

test('a refresh of a partly loaded list loads the same part, and more can be loaded', async (t) => {
  const { catalog, state } = await start(t, 5000, 2100);
  const again = await catalog.refresh(list);
  assert.deepEqual(ids(again), ids(state));
  assert.ok(again.hasMore);
  const more = await catalog.loadMore(list);
  assert.deepEqual(ids(more).slice(0, again.records.length), ids(again));
  assert.ok(more.records.length > again.records.length);
});

test('a refresh loads at most 10,000 records', async (t) => {
  const { catalog } = await start(t, 12_000, 12_000);
  const again = await catalog.refresh(list);
  assert.equal(again.records.length, 10_000);
  assert.ok(again.hasMore);
});

test('a failed refresh keeps the loaded records', async (t) => {
  const { catalog, service, state } = await start(t, 2000, 2000);
  service.isDown = true;
  const again = await catalog.refresh(list);
  assert.equal(again.status, 'failed');
  assert.deepEqual(ids(again), ids(state));
});

test('a list that is loaded to its end has records that were created in the meantime at its start', async (t) => {
  const newestFirst = (count: number) => createCohorts(count).toReversed();
  const { catalog, service, state, asked } = await start(t, 2000, 100, newestFirst);
  service.count += 3;
  await catalog.loadWhole(list, () => true);
  const whole = catalog.list(list);
  assert.deepEqual(ids(whole).slice(0, 5), [2003, 2002, 2001, ...ids(state).slice(0, 2)]);
  assert.deepEqual([whole.records.length, whole.hasMore], [2003, false]);
  const requests = asked().length;
  await catalog.loadWhole(list, () => true);
  assert.equal(asked().length, requests);
});

test('a list that is loaded to its end stays loaded where those that were created in the meantime cannot be', async (t) => {
  const newestFirst = (count: number) => createCohorts(count).toReversed();
  const { catalog, service } = await start(t, 2000, 100, newestFirst);
  service.count += 3;
  service.requestsUntilDown = 2; // the rest of the list
  await catalog.loadWhole(list, () => true);
  const whole = catalog.list(list);
  assert.deepEqual([whole.status, whole.error, whole.hasMore], ['ready', undefined, false]);
  assert.equal(whole.records.length, 2000);
  service.requestsUntilDown = Infinity;
  await catalog.loadWhole(list, () => true);
  assert.equal(catalog.list(list).records.length, 2003);
});

test('a list of large records is loaded in the smaller pages that its first large one led to', async (t) => {
  const { client, server } = await startClient(t, (request, index) => {
    const limit = Number(new URL(request.url, 'http://host.invalid').searchParams.get('limit'));
    return limit > 100 ? flood(() => undefined) : createListing(createCohorts(350))(request, index);
  });
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.loadWhole(list, () => true);
  assert.equal(catalog.list(list).records.length, 350);
  assert.equal(server.received.length, 5, 'the second of them for too much');
});

test('a list of large records stays whole in a refresh', async (t) => {
  const { client, server } = await startClient(t, (request, index) => {
    const limit = Number(new URL(request.url, 'http://host.invalid').searchParams.get('limit'));
    return limit > 200 ? flood(() => undefined) : createListing(createCohorts(350))(request, index);
  });
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.loadWhole(list, () => true);
  const requests = server.received.length;
  const { status, records, hasMore } = await catalog.refresh(list);
  assert.deepEqual([status, records.length, hasMore], ['ready', 350, false]);
  assert.ok(server.received.length > requests + 1, 'one page was too large');
});

test('a list is loaded past a page without records, and ends once many bring nothing new', async (t) => {
  const isEmpty = (index: number) => (index === 2 ? 0 : undefined);
  const { client } = await startClient(t, createListing(createCohorts(3500), { shortPage: isEmpty }));
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.loadWhole(list, () => true);
  assert.equal(catalog.list(list).records.length, 2500);

  const [first] = createCohorts(1);
  const next = (_: unknown, offset: number) => `https://acme.test/?offset=${offset + 100}`;
  const endless = await startClient(t, createListing(first ? [first] : [], { rewriteNext: next }));
  const other = createCatalog({ openClient: async () => endless.client });
  await other.loadWhole(list, () => true);
  const state = other.list(list);
  assert.deepEqual([state.status, state.records.length, state.hasMore], ['ready', 1, false]);
  assert.equal(endless.server.received.length, 1 + maxIdlePages);
});
