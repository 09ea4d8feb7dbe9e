// What the tree shows under a filter, with lists that come page by page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Catalog } from '#model/records/catalog.ts';
import { isPinned } from '#model/records/deckRecord.ts';
import type { CatalogChange } from '#model/records/recordState.ts';
import { parseFilter } from '#model/records/recordFilter.ts';
import { ListOrders } from '#model/records/listOrder.ts';
import { ShownRecords } from '#model/records/shownRecords.ts';
import { approval, createMemory, useService } from '../service.ts';

const service = useService();
const show = (catalog: Catalog) => new ShownRecords(catalog, new ListOrders(createMemory()));
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
  it('are all without a filter, and no more are read than were asked for', async () => {
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

  it('stop being read where the filter is cleared, and where a page fails', async () => {
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

  it('change as a list where a change of a record makes it pass or fail the filter, else as the record', async () => {
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

  it('are in the order that a person chose, of the whole list, with the pinned ones first', async () => {
    const { catalog } = service().createCatalog(10);
    const orders = new ListOrders(createMemory());
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
});
