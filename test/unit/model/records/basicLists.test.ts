// Large lists of cohorts that are read without filters, and what then needs them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Catalog } from '#model/records/catalog.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { Trash } from '#model/records/trash.ts';
import { createListing } from '../../../misbehaving/listing.ts';
import { fault, json } from '../../../misbehaving/acts.ts';
import { startClient } from '../../api/support.ts';

const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;

const cohort = (id: number, isBasic = false) => ({
  id,
  name: `Cohort ${id}`,
  is_static: false,
  ...(!isBasic && { filters: { of: id }, groups: [] }),
});

async function start(
  context: TestContext,
  count: number,
  knowsBasic: boolean,
  isBroken: () => boolean = () => false,
) {
  const { client, server } = await startClient(context, (request, index) => {
    if (isBroken()) return fault(400, 'invalid_input', 'No.');
    const one = /cohorts\/(\d+)\/$/.exec(request.url)?.[1];
    if (one !== undefined) return json(cohort(Number(one)));
    const isBasic = knowsBasic && request.url.includes('basic=true');
    const all = Array.from({ length: count }, (_, at) => cohort(count - at, isBasic));
    return createListing(all)(request, index);
  });
  const trash = new Trash({ read: () => undefined, write: async () => undefined });
  const catalog = new Catalog({ openClient: async () => client, trash, pageSize: () => 100, now: () => 0 });
  const load = async (needs: 'names' | 'filters') =>
    catalog.loadWhole(list, () => true, 'interactive', needs);
  let seen = 0;
  const requests = () => {
    const later = server.received.slice(seen);
    seen += later.length;
    return later.map(({ url }) => (url.includes('basic=true') ? 'basic' : 'whole'));
  };
  const withoutFilters = () =>
    catalog.list(list).records.filter((one) => isCohort(one) && one.filters === undefined).length;
  return { catalog, load, requests, withoutFilters };
}

test('a large list is read without filters where only names are needed, and they follow once they are', async (t) => {
  const { catalog, load, requests, withoutFilters } = await start(t, 2500, true);
  await catalog.retrieve({ ...list, id: 1 });
  await load('names');
  assert.equal(catalog.list(list).records.length, 2500);
  assert.deepEqual(requests(), ['whole', 'whole', 'basic', 'basic', 'basic']);
  assert.equal(withoutFilters(), 2399); // not the first page, and not the one that was read alone
  await load('filters');
  assert.equal(withoutFilters(), 0);
  assert.deepEqual(requests(), ['whole', 'whole', 'whole']);
  await load('filters');
  assert.deepEqual(requests(), []);
});

test('filters are read although another load of the list is running', async (t) => {
  const { catalog, load, withoutFilters } = await start(t, 5000, true);
  let pages = 0;
  await catalog.loadWhole(list, () => pages++ < 2, 'interactive', 'names');
  assert.equal(withoutFilters(), 2000);
  const more = catalog.loadMore(list);
  await catalog.loadFilters(list, () => true);
  await more;
  assert.equal(withoutFilters(), 0);
  await load('filters');
});

test('filters are there for each of two that need them at the same time', async (t) => {
  const { catalog, load, requests, withoutFilters } = await start(t, 2500, true);
  await load('names');
  requests();
  void catalog.loadFilters(list, () => true);
  await load('filters');
  assert.equal(withoutFilters(), 0);
  assert.deepEqual(requests(), ['whole', 'whole', 'whole']);
});

test('filters that cannot be read are not asked for page by page, and are asked for again later', async (t) => {
  let isBroken = false;
  const { catalog, load, requests, withoutFilters } = await start(t, 3500, true, () => isBroken);
  await load('names');
  requests();
  isBroken = true;
  await catalog.loadFilters(list, () => true);
  assert.deepEqual(requests(), ['whole']);
  isBroken = false;
  await catalog.loadFilters(list, () => true);
  assert.equal(withoutFilters(), 0);
});

test('more of a list that was read without filters in part comes with them', async (t) => {
  const { catalog, requests, withoutFilters } = await start(t, 5000, true);
  let pages = 0;
  await catalog.loadWhole(list, () => pages++ < 1, 'interactive', 'names');
  await catalog.loadMore(list);
  assert.deepEqual(requests(), ['whole', 'basic', 'whole']);
  assert.equal(withoutFilters(), 1000);
});

test('an older service, which sends the filters all the same, is asked for nothing again', async (t) => {
  const { load, requests, withoutFilters } = await start(t, 2500, false);
  await load('names');
  assert.equal(withoutFilters(), 0);
  requests();
  await load('filters');
  assert.deepEqual(requests(), []);
});

test('a list that is not large is read with filters', async (t) => {
  const { load, requests } = await start(t, 900, true);
  await load('names');
  assert.deepEqual(requests(), ['whole', 'whole']);
});
