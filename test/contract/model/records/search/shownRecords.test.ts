// What the tree shows under a filter, with lists that come page by page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReadableClient } from '#api/clientTypes.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { isPinned } from '#model/records/deckRecord.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import { parseFilter } from '#model/records/search/treeFilter.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { TreeOrders } from '#model/records/search/treeOrders.ts';
import { ShownRecords } from '#model/records/search/shownRecords.ts';
import { approval, useService } from '../../service.ts';
import { createMemory } from '../../../../stored.ts';
import { createCatalog } from '../../../../models.ts';

const service = useService();
const show = (catalog: Catalog) => new ShownRecords(catalog, new TreeOrders(createMemory()));
const filter = (text: string) => parseFilter(text, Date.now());

/** Resolves once nothing is read any more. */
async function readAll(shown: ShownRecords): Promise<void> {
  while (shown.totals().isReading) {
    await new Promise<void>((resolve) => {
      const listening = shown.onDidChange(() => {
        listening.dispose();
        resolve();
      });
    });
  }
}

describe('the records that are shown', () => {
  it('are all loaded ones without a filter, and no further pages are loaded', async () => {
    const { catalog } = service().createCatalog(10);
    const shown = show(catalog);
    await catalog.load(service().dashboards);
    const { records, loaded, isReading } = shown.of(service().dashboards);
    assert.deepEqual([records.length, loaded, isReading], [10, 10, false]);
    assert.ok(shown.totals().total > 10);
  });

  it('under a filter come from the whole list, which is read in the background', async () => {
    const { catalog } = service().createCatalog(10);
    const shown = show(catalog);
    const list = service().dashboards;
    await catalog.load(list);
    const [last] = (await service().client.dashboards(list.projectId).list({ limit: 1, offset: 25 })).results;
    assert.ok(last?.name);
    const isFound = () => shown.of(list).records.some(({ id }) => id === last.id);
    assert.ok(!isFound());
    shown.setFilter(filter(`"${last.name}"`));
    assert.ok(shown.of(list).isReading);
    await readAll(shown);
    assert.ok(isFound());
    const { loaded, total, isReading } = shown.of(list);
    assert.deepEqual([loaded, isReading], [total, false]);
    assert.equal(shown.totals().shown, shown.of(list).records.length);
    shown.setFilter(undefined);
    assert.equal(shown.of(list).records.length, total);
  });

  it('also come from a list that is loaded or refreshed after the filter was set', async () => {
    const { catalog } = service().createCatalog(10);
    const shown = show(catalog);
    shown.setFilter(filter('a'));
    await catalog.load(service().cohorts);
    await catalog.refresh(service().cohorts);
    await readAll(shown);
    assert.equal(shown.of(service().cohorts).loaded, catalog.list(service().cohorts).total);
  });

  it('are no longer loaded once the filter is cleared or a page fails', async () => {
    const { catalog } = service().createCatalog(10);
    const shown = show(catalog);
    await catalog.load(service().dashboards);
    shown.setFilter(filter('a'));
    shown.setFilter(undefined);
    await readAll(shown);
    const { loaded, total } = shown.of(service().dashboards);
    assert.ok(loaded < Number(total), `${loaded} of ${total}`);
    const refused = service().createCatalog(10).catalog;
    const failing = show(refused);
    await refused.load(service().dashboards);
    service().inject('status=403');
    failing.setFilter(filter('a'));
    await readAll(failing);
    service().inject('');
    assert.equal(failing.of(service().dashboards).status, 'failed');
    assert.equal(failing.of(service().dashboards).loaded, 10);
    await refused.refresh(service().dashboards); // Retry
    await readAll(failing);
    assert.ok(failing.of(service().dashboards).loaded > 10);
  });

  it('redraw the list if a changed record starts or stops matching the filter, and otherwise only the record', async () => {
    const { catalog } = service().createCatalog();
    const shown = show(catalog);
    const list = service().dashboards;
    const ref = await catalog.writer(approval).create(list, { name: 'Seen under a filter' });
    await catalog.load(list);
    shown.setFilter(filter('seen'));
    await readAll(shown);
    assert.equal(shown.of(list).records.length, 1);
    const heard: CatalogChange['kind'][] = [];
    shown.onDidChange(({ kind }) => heard.push(kind));
    await catalog.writer(approval).update(ref, { name: 'Still seen' });
    assert.deepEqual([...new Set(heard)], ['record']);
    await catalog.writer(approval).update(ref, { name: 'Gone' });
    assert.ok(heard.includes('list'));
    assert.equal(shown.of(list).records.length, 0);
    assert.ok(!shown.isShown(ref));
    await catalog.writer(approval).softDelete(ref);
  });

  it('keep one that is changed from here until the filter changes, and no other', async () => {
    const { catalog } = service().createCatalog();
    const shown = show(catalog);
    const list = service().cohorts;
    const create = (name: string) => catalog.writer(approval).create(list, { name });
    const [kept, other] = [await create('Seen one'), await create('Unseen')];
    await catalog.load(list);
    shown.setFilter(filter('seen one'));
    await readAll(shown);
    const ids = () => shown.of(list).records.map(({ id }) => id);
    shown.keep(kept);
    shown.keep(other);
    await catalog.writer(approval).update(kept, { name: 'Another name' });
    assert.deepEqual([ids(), shown.isShown(kept), shown.isShown(other)], [[kept.id], true, false]);
    shown.refilter();
    assert.deepEqual(ids(), [kept.id]);
    shown.setFilter(filter('seen'));
    assert.deepEqual(ids(), [other.id]);
    for (const ref of [kept, other]) await catalog.writer(approval).softDelete(ref);
    assert.deepEqual(ids(), []);
  });

  it('are in the order that a person chose, of the whole list, with the pinned ones first', async () => {
    const { catalog } = service().createCatalog(10);
    const orders = new TreeOrders(createMemory());
    const shown = new ShownRecords(catalog, orders);
    await catalog.load(service().dashboards);
    await orders.set('dashboard', 'created');
    await readAll(shown);
    const { records, loaded, total } = shown.of(service().dashboards);
    assert.deepEqual([records.length, loaded], [total, total]);
    const pinned = records.filter(isPinned);
    assert.ok(pinned.length > 0);
    assert.deepEqual(records.slice(0, pinned.length), pinned);
    const times = records.slice(pinned.length).map((record) => Date.parse(record.created_at ?? ''));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
  });

  it('begin with the cohorts that are pinned here, whatever page they are on, and whatever they are sorted by', async () => {
    const { catalog } = service().createCatalog(5);
    const { cohorts, client } = service();
    const orders = new TreeOrders(createMemory());
    const pins = new LocalPins(createMemory());
    const all = (await client.cohorts(cohorts.projectId).list({ limit: 100 })).results;
    const refs = [all[1], all[12], all[20]].map((record) => ({ ...cohorts, id: record?.id ?? 0 }));
    await pins.set(refs, true);
    const shown = new ShownRecords(catalog, orders, pins);
    const ids = () => shown.of(cohorts).records.map(({ id }) => id);
    const wanted = [...refs.map(({ id }) => id), ...all.slice(0, 5).map(({ id }) => id)];
    await until(shown, catalog.load(cohorts), () => ids().length === 7);
    assert.deepEqual(ids(), [...new Set(wanted)]);
    await orders.set('cohort', 'name');
    await readAll(shown);
    const inOrder = (some: readonly number[]) => some.toSorted((a, b) => a - b);
    assert.deepEqual(inOrder(ids().slice(0, 3)), inOrder(refs.map(({ id }) => id)));
    assert.equal(new Set(ids()).size, all.length);
    shown.setFilter(
      parseFilter('@pinned', Date.now(), {
        isPinnedHere: (ref) => pins.has(ref),
        isMine: () => false,
        isPersonKnown: () => false,
      }),
    );
    await readAll(shown);
    assert.equal(ids().length, 3);
    shown.setFilter(undefined);
    await pins.set(refs, false);
    assert.equal(new Set(ids()).size, all.length);
    assert.ok(!pins.has({ ...cohorts, id: all[1]?.id ?? 0 }));
  });

  it('have the new name of a pinned cohort on no loaded page after a refresh, and after the connection was reset', async () => {
    const { catalog, shown, ref, first, stop } = await startPinned();
    const { cohorts, client } = service();
    const rename = (name: string) =>
      client.withApproval(approval).cohorts(ref.projectId).updateText(ref.id, JSON.stringify({ name }));
    await rename('Renamed elsewhere');
    await until(shown, catalog.refresh(cohorts), () => first()?.name === 'Renamed elsewhere');
    catalog.forget(cohorts.connectionId);
    assert.equal(first(), undefined);
    await until(shown, catalog.load(cohorts), () => first()?.id === ref.id);
    await stop();
  });

  it('leave out a pinned cohort that was deleted elsewhere, and request it again only after a refresh', async () => {
    const { catalog, shown, ref, first, reads, stop } = await startPinned();
    const { cohorts, client } = service();
    const update = (deleted: boolean) =>
      client.withApproval(approval).cohorts(ref.projectId).updateText(ref.id, JSON.stringify({ deleted }));
    await update(true);
    await until(shown, catalog.refresh(cohorts), () => first()?.id !== ref.id);
    const before = reads().length;
    await catalog.loadMore(cohorts);
    await catalog.loadMore(cohorts);
    assert.deepEqual(reads(), reads().slice(0, before));
    await update(false);
    await until(shown, catalog.refresh(cohorts), () => first()?.id === ref.id);
    await stop();
  });

  it('lose a pinned cohort that is deleted here, without another request for it', async () => {
    const { catalog, ref, first, reads, stop } = await startPinned(30);
    assert.ok(catalog.list(service().cohorts).records.some(({ id }) => id === ref.id));
    await catalog.writer(approval).softDelete(ref);
    assert.notEqual(first()?.id, ref.id);
    assert.deepEqual(reads(), []);
    await catalog.writer(approval).restore(ref);
    assert.equal(first()?.id, ref.id);
    await stop();
  });
});

/** A loaded list with a pinned cohort, by default of no loaded page, over a client whose reads of records are counted. */
async function startPinned(pageSize = 5) {
  const { client, cohorts, projectId } = service();
  const ids: number[] = [];
  const openClient = async (): Promise<ReadableClient> => ({
    ...client,
    cohorts: (project) => {
      const own = client.cohorts(project);
      return { ...own, retrieve: async (id, options) => (ids.push(id), own.retrieve(id, options)) };
    },
  });
  const catalog = createCatalog({ openClient, pageSize: () => pageSize });
  const [record] = (await client.cohorts(projectId).list({ limit: 1, offset: 15 })).results;
  assert.ok(record);
  const ref = { ...cohorts, id: record.id };
  const pins = new LocalPins(createMemory());
  await pins.set([ref], true);
  const shown = new ShownRecords(catalog, new TreeOrders(createMemory()), pins);
  const first = () => shown.of(cohorts).records[0];
  await until(shown, catalog.load(cohorts), () => first()?.id === ref.id);
  const stop = async () => {
    await client
      .withApproval(approval)
      .cohorts(projectId)
      .updateText(ref.id, JSON.stringify({ name: record.name ?? '' }));
    shown.dispose();
    catalog.dispose();
  };
  return { catalog, shown, ref, first, reads: () => ids, stop };
}

/** Resolves once an event has made it true. */
async function until(shown: ShownRecords, started: Promise<unknown>, isTrue: () => boolean): Promise<void> {
  const done = new Promise<void>((resolve) => {
    const listening = shown.onDidChange(() => {
      if (!isTrue()) return;
      listening.dispose();
      resolve();
    });
  });
  await started;
  await done;
}
