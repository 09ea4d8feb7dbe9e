import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { CatalogChange } from '#model/records/loadedRecords.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { approval, useService } from '../service.ts';

const service = useService();

function hear(catalog: Catalog): CatalogChange[] {
  const heard: CatalogChange[] = [];
  catalog.onDidChange((change) => heard.push(change));
  return heard;
}

describe('a tile', () => {
  it('leaves its dashboard at once and appears on the other one', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const refs = records.map(({ id }): RecordRef => ({ ...service().dashboards, id }));
    const [from, to] = refs;
    assert.ok(from && to);
    await catalog.retrieve(from);
    await catalog.retrieve(to);
    const tile = catalog.tiles(from)?.[0];
    assert.ok(tile);
    const move = catalog.writer(approval).moveTile(from, tile.id, to.id);
    assert.ok(!catalog.tiles(from)?.some(({ id }) => id === tile.id));
    await move;
    assert.ok(catalog.tiles(to)?.some(({ id }) => id === tile.id));
  });

  it('appears on the other dashboard also where a refresh of the list dropped its tiles', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const [, to, from] = records.map(({ id }): RecordRef => ({ ...service().dashboards, id }));
    assert.ok(from && to);
    await catalog.retrieve(to);
    await catalog.refresh(service().dashboards);
    await catalog.retrieve(from);
    const tile = catalog.tiles(from)?.[0];
    assert.ok(tile);
    const changes = hear(catalog);
    await catalog.writer(approval).moveTile(from, tile.id, to.id);
    assert.ok(catalog.tiles(to)?.some(({ id }) => id === tile.id));
    assert.ok(changes.some(({ kind, ref }) => kind === 'record' && 'id' in ref && ref.id === to.id));
  });

  it('has moved if the response is lost, and if it is moved again because an earlier response was lost', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const [, to, from] = records.map(({ id }): RecordRef => ({ ...service().dashboards, id }));
    assert.ok(from && to);
    await catalog.retrieve(from);
    const tile = catalog.tiles(from)?.[0];
    assert.ok(tile);
    const has = (ref: RecordRef) => catalog.tiles(ref)?.some(({ id }) => id === tile.id);
    const where = () => [has(from), has(to)];
    service().inject('reset=after;method=PATCH;times=1');
    await catalog.writer(approval).moveTile(from, tile.id, to.id);
    assert.deepEqual(where(), [false, true]);
    await catalog.writer(approval).moveTile(from, tile.id, to.id);
    assert.deepEqual(where(), [false, true]);
    await catalog.writer(approval).moveTile(to, tile.id, from.id);
  });

  it('returns to its place if the service rejects the move', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const from: RecordRef = { ...service().dashboards, id: records[2]?.id ?? 0 };
    await catalog.retrieve(from);
    const before = catalog.tiles(from);
    const tile = before?.[0];
    assert.ok(tile);
    await assert.rejects(catalog.writer(approval).moveTile(from, tile.id, 999_999_999), (error) =>
      isApiError(error),
    );
    assert.deepEqual(catalog.tiles(from), before);
  });

  it('returns to its place if the service refuses the move, whatever else moves meanwhile', async () => {
    const { catalog } = service().createCatalog();
    const { records } = await catalog.load(service().dashboards);
    const from: RecordRef = { ...service().dashboards, id: records[2]?.id ?? 0 };
    await catalog.retrieve(from);
    const before = catalog.tiles(from) ?? [];
    const [first, second, ...others] = before.map(({ id }) => id);
    assert.ok(first !== undefined && second !== undefined && others.length > 0);
    const ids = () => catalog.tiles(from)?.map(({ id }) => id);
    service().inject('status=403;method=PATCH');
    for (const order of [
      [first, second],
      [second, first],
    ]) {
      const moves = order.map((id) => catalog.writer(approval).moveTile(from, id, 999_999_999));
      const ended = Promise.allSettled(moves);
      assert.deepEqual(ids(), others);
      await ended;
      assert.deepEqual(catalog.tiles(from), before);
    }
    service().inject('');
  });
});
