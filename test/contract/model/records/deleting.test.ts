import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { isViewOnly } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { approval, useService } from '../service.ts';

const service = useService();

describe('deleting', () => {
  it('hides the record at once, remembers it, and can be undone, which restores its place', async () => {
    const { catalog, trash } = service().createCatalog();
    const { total } = await catalog.load(service().cohorts);
    const ref = await catalog.writer(approval).create(service().cohorts, { name: 'To be deleted' });
    const deletion = catalog.writer(approval).softDelete(ref);
    assert.ok(!catalog.list(service().cohorts).records.some(({ id }) => id === ref.id));
    await deletion;
    assert.deepEqual(
      trash.of(ref).map(({ name, ref: { id } }) => [name, id]),
      [['To be deleted', ref.id]],
    );
    assert.equal(catalog.list(service().cohorts).total, total);
    await catalog.writer(approval).restore(ref);
    assert.deepEqual(trash.of(ref), []);
    assert.equal(catalog.list(service().cohorts).records[0]?.id, ref.id);
    assert.equal((await catalog.refresh(service().cohorts)).records[0]?.id, ref.id);
  });

  it('restores a dashboard, which returns 404 while it is deleted', async () => {
    const { catalog } = service().createCatalog();
    await catalog.load(service().dashboards);
    const ref = await catalog.writer(approval).create(service().dashboards, { name: 'Gone and back' });
    await catalog.writer(approval).softDelete(ref);
    await assert.rejects(catalog.retrieve(ref), (error) => isApiError(error, 'notFound'));
    await catalog.writer(approval).restore(ref);
    assert.equal((await catalog.retrieve(ref)).name, 'Gone and back');
  });

  it('of several records can be undone in any order, which restores their places, even after a refresh', async () => {
    const { catalog } = service().createCatalog();
    for (const list of [service().cohorts, service().dashboards]) {
      const { records, total } = await catalog.load(list);
      const ids = records.map(({ id }) => id);
      const editable = records.filter((record) => !isViewOnly(record));
      const [, first, second, third, , sixth] = editable.map(({ id }): RecordRef => ({ ...list, id }));
      assert.ok(first && second && third && sixth);
      const refs = [third, first, second, sixth];
      const orders = [refs, refs.toReversed()];
      for (const order of orders) {
        await Promise.all(refs.map((ref) => catalog.writer(approval).softDelete(ref)));
        for (const ref of order) await catalog.writer(approval).restore(ref);
        assert.deepEqual(
          catalog.list(list).records.map(({ id }) => id),
          ids,
        );
        await Promise.all(refs.map((ref) => catalog.writer(approval).softDelete(ref)));
        await catalog.refresh(list);
        await Promise.all(order.map((ref) => catalog.writer(approval).restore(ref)));
        assert.deepEqual(
          catalog.list(list).records.map(({ id }) => id),
          ids,
        );
        assert.equal(catalog.list(list).total, total);
      }
    }
  });

  it('shows the record in its old place again if the service rejects the delete', async () => {
    const { catalog, trash } = service().createCatalog();
    const { records, total } = await catalog.load(service().cohorts);
    const [, second] = records;
    assert.ok(second);
    service().inject('status=403;method=PATCH;times=1');
    const deletion = catalog.writer(approval).softDelete({ ...service().cohorts, id: second.id });
    assert.ok(!catalog.list(service().cohorts).records.includes(second));
    await assert.rejects(deletion, (error) => isApiError(error, 'forbidden'));
    service().inject('');
    assert.deepEqual(catalog.list(service().cohorts).records, records);
    assert.equal(catalog.list(service().cohorts).total, total);
    assert.deepEqual(trash.all, []);
  });

  for (const [kind, list] of [
    ['cohort', () => service().cohorts],
    ['dashboard', () => service().dashboards],
  ] as const)
    it(`of a ${kind} is done although its response was lost`, async () => {
      const { catalog, trash } = service().createCatalog();
      await catalog.load(list());
      const ref = await catalog.writer(approval).create(list(), { name: 'Lost response' });
      service().inject('reset=after;method=PATCH');
      await catalog.writer(approval).softDelete(ref);
      service().inject('');
      assert.deepEqual(
        trash.all.map(({ name }) => name),
        ['Lost response'],
      );
      assert.ok(!catalog.list(list()).records.some(({ id }) => id === ref.id));
      service().inject('reset=after;method=PATCH');
      await catalog.writer(approval).restore(ref); // and so is this
      service().inject('');
      assert.deepEqual(trash.all, []);
      assert.equal((await catalog.retrieve(ref)).deleted, false);
    });

  for (const [what, faults] of [
    ['the request did not arrive', 'reset;method=PATCH'],
    ['nothing says whether the request arrived', 'reset=after;method=PATCH, status=500;method=GET'],
  ] as const)
    it(`shows the record again if ${what}`, async () => {
      const { catalog, trash } = service().createCatalog();
      const { records } = await catalog.load(service().cohorts);
      const [first] = records;
      assert.ok(first);
      const ref: RecordRef = { ...service().cohorts, id: first.id };
      service().inject(faults);
      await assert.rejects(catalog.writer(approval).softDelete(ref));
      service().inject('');
      assert.deepEqual(catalog.list(service().cohorts).records, records);
      assert.deepEqual(trash.all, []);
      await catalog.writer(approval).restore(ref);
    });

  it('changes nothing for an unknown record', async () => {
    const { catalog, trash } = service().createCatalog();
    const { records, total } = await catalog.load(service().cohorts);
    const nowhere: RecordRef = { ...service().cohorts, id: 999_999_999 };
    await assert.rejects(catalog.writer(approval).softDelete(nowhere), (error) =>
      isApiError(error, 'notFound'),
    );
    assert.deepEqual(catalog.list(service().cohorts).records, records);
    assert.equal(catalog.list(service().cohorts).total, total);
    assert.deepEqual(trash.all, []);
  });
});
