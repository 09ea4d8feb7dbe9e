import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Catalog } from '#model/records/catalog.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { approval, useService } from '../../service.ts';

const service = useService();

async function firstOf(catalog: Catalog, list: ListRef = service().cohorts): Promise<RecordRef> {
  const [first] = (await catalog.load(list)).records;
  assert.ok(first);
  return { ...list, id: first.id };
}

describe('changes of one record that are made before the service has answered', () => {
  it('leave the service’s values if it rejects all of them', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog);
    const before = catalog.get(ref)?.name;
    const update = (name: string) => catalog.writer(approval).update(ref, { name });
    const refused = [update('x'.repeat(401)), update('y'.repeat(401))];
    assert.equal(catalog.get(ref)?.name, 'y'.repeat(401));
    for (const { status } of await Promise.allSettled(refused)) assert.equal(status, 'rejected');
    assert.equal(catalog.get(ref)?.name, before);
  });

  it('after a rejected one replace the service’s value', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog);
    const old = catalog.get(ref)?.name;
    const made: AcceptedChange[] = [];
    catalog.onDidMakeChange((change) => made.push(change));
    const update = (name: string) => catalog.writer(approval).update(ref, { name });
    const names = ['x'.repeat(401), 'Second', 'Third'];
    const [refused, ...accepted] = names.map(update);
    await assert.rejects(refused ?? assert.fail());
    assert.equal(catalog.get(ref)?.name, 'Third');
    await Promise.all(accepted);
    assert.deepEqual(
      made.map((change) => change.action === 'update' && [change.before?.name, change.after.name]),
      [
        [old, 'Second'],
        ['Second', 'Third'],
      ],
    );
  });

  it('that begin with a rejected text do not ask about changes by others, and replace the service’s value', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog);
    const old = catalog.get(ref)?.name ?? assert.fail();
    const writer = catalog.writer(approval);
    const [first, second] = ['x'.repeat(401), 'y'.repeat(401)];
    const refused = [
      writer.update(ref, { name: first }, { name: old }),
      writer.update(ref, { name: second }, { name: first }),
    ];
    const accepted = writer.update(ref, { name: 'Third' }, { name: second });
    for (const change of refused) await assert.rejects(change, { name: 'ApiError' });
    assert.deepEqual(await accepted, { name: old });
    const elsewhere = service().createCatalog().catalog;
    await elsewhere.writer(approval).update(ref, { name: 'Of somebody else' });
    const outdated = writer.update(ref, { name: 'Fourth' }, { name: second });
    await assert.rejects(outdated, { name: 'ChangedMeanwhile' });
  });

  it('stay visible if the record or its list is read before the service has responded', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog);
    const shown: unknown[] = [];
    catalog.onDidChange(() => shown.push(catalog.get(ref)?.name));
    const updates = ['First', 'Last'].map((name) => catalog.writer(approval).update(ref, { name }));
    await Promise.all([catalog.retrieve(ref), catalog.refresh(ref), ...updates]);
    assert.deepEqual([...new Set(shown)], ['First', 'Last']);
    assert.equal(shown.indexOf('Last'), shown.lastIndexOf('First') + 1);
  });

  it('of tags keep each other', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog, service().dashboards);
    const shown = () => {
      const record = catalog.get(ref);
      return record && !isCohort(record) ? record.tags : assert.fail();
    };
    const old = shown();
    service().inject('latency=50;method=PATCH');
    const added = ['first', 'second'].map((tag) => {
      const tags = shown();
      return catalog.writer(approval).update(ref, { tags: [...tags, tag] }, { tags });
    });
    assert.deepEqual(shown(), [...old, 'first', 'second']);
    await Promise.all(added);
    service().inject('');
    await catalog.retrieve(ref);
    assert.deepEqual(new Set(shown()), new Set([...old, 'first', 'second']));
  });

  it('are not left in a record whose delete is refused as well', async () => {
    const { catalog } = service().createCatalog();
    const ref = await firstOf(catalog);
    const before = catalog.get(ref)?.name;
    const writer = catalog.writer(approval);
    service().inject('status=403;method=PATCH');
    const refused = [writer.update(ref, { name: 'Refused' }), writer.softDelete(ref)];
    for (const { status } of await Promise.allSettled(refused)) assert.equal(status, 'rejected');
    service().inject('');
    assert.equal(catalog.get(ref)?.name, before);
    assert.equal(catalog.list(ref).records[0]?.id, ref.id);
  });

  it('are left in a record whose delete is refused if the service has accepted them', async () => {
    const { catalog, trash } = service().createCatalog();
    const ref = await firstOf(catalog);
    const writer = catalog.writer(approval);
    service().inject('status=403;method=PATCH;after=1');
    const [renamed, deleted] = [writer.update(ref, { name: 'Accepted' }), writer.softDelete(ref)];
    await renamed;
    await assert.rejects(deleted);
    service().inject('');
    assert.equal(catalog.get(ref)?.name, 'Accepted');
    await Promise.all([writer.update(ref, { name: 'Deleted' }), writer.softDelete(ref)]);
    assert.equal(trash.all[0]?.name, 'Deleted');
  });
});
