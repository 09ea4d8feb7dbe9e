import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPinned } from '#model/records/deckRecord.ts';
import { approval, useService } from '../service.ts';

const service = useService();

test('a rename reads the name of a dashboard in the list, without the results of its tiles, while it is in its place there', async () => {
  const { catalog } = service().createCatalog();
  const list = service().dashboards;
  await catalog.load(list);
  const { results } = await service().client.dashboards(service().projectId).list();
  const { id, name: old } = results.findLast(({ name }) => name !== null) ?? assert.fail();
  assert.ok(old);
  const ref = { ...list, id };
  const rename = (name: string, seen: string) =>
    catalog.writer(approval).update(ref, { name }, { name: seen });
  service().inject(`status=500;method=GET;path=/dashboards/${id}/`);
  assert.deepEqual(await rename(`${old} 2`, old), { name: old });
  await assert.rejects(rename('Too late', old), { name: 'ChangedMeanwhile' });
  assert.equal(catalog.get(ref)?.name, `${old} 2`);
  service().inject('');
  const writer = service().client.withApproval(approval).dashboards(service().projectId);
  const before = await writer.createText(JSON.stringify({ name: `${old} 1` })); // moves the other one down by one
  assert.deepEqual(await rename(old, `${old} 2`), { name: `${old} 2` });
  await writer.updateText(before.id, JSON.stringify({ deleted: true }));
});

test('a pin reads in the list, too, what it replaces', async () => {
  const { catalog } = service().createCatalog();
  const list = service().dashboards;
  await catalog.load(list);
  const { id } = catalog.list(list).records.at(-1) ?? assert.fail();
  const pinned = isPinned(catalog.get({ ...list, id }) ?? assert.fail());
  service().inject(`status=500;method=GET;path=/dashboards/${id}/`);
  const pin = (wanted: boolean) => catalog.writer(approval).update({ ...list, id }, { pinned: wanted }, {});
  assert.deepEqual(await pin(!pinned), { pinned });
  service().inject('');
  assert.deepEqual(await pin(pinned), { pinned: !pinned }); // it has moved in the list
});

for (const [what, faults, error] of [
  ['whose response is lost is done', 'reset=after;method=PATCH', undefined],
  ['that did not arrive has failed', 'reset;method=PATCH', { name: 'ApiError', kind: 'network' }],
  [
    'of which nothing says whether it arrived has failed',
    'reset=after;method=PATCH, status=500;method=GET',
    { name: 'ApiError', kind: 'network' },
  ],
] as const)
  test(`a rename ${what}`, async () => {
    const { catalog } = service().createCatalog();
    const list = service().cohorts;
    await catalog.load(list);
    const ref = await catalog.writer(approval).create(list, { name: 'Lost response' });
    service().inject(faults);
    const renamed = catalog.writer(approval).update(ref, { name: 'Renamed' });
    if (error) await assert.rejects(renamed, error);
    else await renamed;
    service().inject('');
    assert.equal(catalog.get(ref)?.name, error ? 'Lost response' : 'Renamed');
    await catalog.writer(approval).softDelete(ref);
  });
