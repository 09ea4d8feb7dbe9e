// A record that is deleted while the rest of its list is being read moves all that follow up by one.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { WriteApproval } from '#api/writeApproval.ts';
import { json } from '../../../misbehaving/acts.ts';
import { createCohorts, createListing } from '../../../misbehaving/listing.ts';
import type { Act } from '../../../misbehaving/server.ts';
import { createCatalog } from '../../../models.ts';
import { startClient } from '../../api/support.ts';

const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;
const deleted = { id: 7, name: 'Cohort 7', deleted: true };

/** A catalog over a list of which one page is loaded. The response after `hold` is kept until its `release`. */
async function start(context: TestContext, count: number) {
  let cohorts: readonly { readonly id: number }[] = createCohorts(count);
  const held: { readonly arrived: () => void; readonly released: Promise<void> }[] = [];
  const { client } = await startClient(context, (request, index): Act => {
    if (request.method === 'PATCH') cohorts = cohorts.filter(({ id }) => id !== deleted.id);
    const act = request.method === 'PATCH' ? json(deleted) : createListing(cohorts)(request, index);
    const hold = held.shift();
    if (!hold) return act;
    hold.arrived();
    return async (response, received) => {
      await hold.released;
      await act(response, received);
    };
  });
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.load(list);
  return {
    catalog,
    hold: () => {
      const [arrival, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      held.push({ arrived: arrival.resolve, released: release.promise });
      return { arrived: arrival.promise, release: release.resolve };
    },
    remove: () => catalog.writer(new WriteApproval()).softDelete({ ...list, id: deleted.id }),
    missing: () => {
      const ids = new Set(catalog.list(list).records.map(({ id }) => id));
      return createCohorts(count).flatMap(({ id }) => (ids.has(id) ? [] : [id]));
    },
  };
}

test('a record that is deleted before a page arrives leaves none out of the page', async (t) => {
  const { catalog, hold, remove, missing } = await start(t, 2500);
  const page = hold();
  const reading = catalog.loadWhole(list, () => true);
  await page.arrived;
  await remove();
  page.release();
  await reading;
  assert.deepEqual(missing(), [deleted.id]);
});

test('a record whose deletion ends after a page has arrived leaves none out of the next one', async (t) => {
  const { catalog, hold, remove, missing } = await start(t, 2500);
  const page = hold();
  const reading = catalog.loadWhole(list, () => catalog.list(list).records.length < 300);
  await page.arrived;
  const deletion = hold();
  const removing = remove();
  await deletion.arrived;
  page.release();
  await reading;
  deletion.release();
  await removing;
  await catalog.loadWhole(list, () => true);
  assert.deepEqual(missing(), [deleted.id]);
});

test('a deletion whose connection gets another address meanwhile is not looked for there', async (t) => {
  const cohorts = createCohorts(3);
  const stays = Promise.withResolvers<never>();
  const sent = Promise.withResolvers<void>();
  const old = await startClient(t, (request, index) => {
    if (request.method !== 'PATCH') return createListing(cohorts)(request, index);
    sent.resolve();
    return async () => stays.promise;
  });
  const other = await startClient(t, () => json({ detail: 'Not found.' }, 404));
  let { client } = old;
  const catalog = createCatalog({ openClient: async () => client });
  await catalog.load(list);
  const deleting = catalog.writer(new WriteApproval()).softDelete({ ...list, id: 2 });
  const ended = assert.rejects(deleting, { kind: 'cancelled' });
  await sent.promise;
  ({ client } = other);
  await old.client.close();
  await ended;
  assert.deepEqual(other.server.received, []);
});
