// A service that accepts a change and keeps what it had.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { RecordFields } from '#model/records/deckRecord.ts';
import type { ListRef, RecordRef } from '#model/records/recordRef.ts';
import { SaveIgnored } from '#model/documents/save/saveErrors.ts';
import { useDocuments } from '../../documents/editor.ts';
import { approval, useService } from '../../service.ts';

const service = useService();
const { open, createCohort, createDashboard } = useDocuments(service);

afterEach(() => {
  service().inject('');
  service().setHabits([]);
});

async function make(kind: ListRef['kind'], fields: RecordFields = {}) {
  const { catalog, trash } = service().createCatalog();
  const list = kind === 'cohort' ? service().cohorts : service().dashboards;
  await catalog.load(list);
  const writer = catalog.writer(approval);
  const ref = await writer.create(list, { name: 'Old', ...fields });
  const made: string[] = [];
  catalog.onDidMakeChange(({ action }) => made.push(action));
  return { catalog, trash, writer, ref, list, made };
}

describe('a change that a service accepts and does not make', () => {
  const changes: readonly (readonly [ListRef['kind'], RecordFields])[] = [
    ['dashboard', { name: 'New' }],
    ['cohort', { name: 'New' }],
    ['dashboard', { description: 'New' }],
    ['cohort', { description: 'New' }],
    ['dashboard', { tags: ['new'] }],
    ['dashboard', { pinned: true }],
    ['dashboard', { restriction_level: 37 }],
  ];
  for (const [kind, change] of changes) {
    const [field = ''] = Object.keys(change);
    it(`is reported for the ${field} of a ${kind}, whose old value shows again`, async () => {
      const { catalog, writer, ref, made } = await make(kind, kind === 'dashboard' ? { tags: ['old'] } : {});
      const before = Reflect.get(catalog.get(ref) ?? {}, field);
      service().inject('keep;method=PATCH');
      await assert.rejects(writer.update(ref, change), { name: 'NotTaken', fields: [field] });
      assert.deepEqual(Reflect.get(catalog.get(ref) ?? {}, field), before);
      assert.deepEqual(made, []);
      service().inject('');
      await writer.update(ref, change);
      assert.deepEqual(made, ['update']);
    });
  }

  it('is reported for tags that a service ignores, as some do, answering none', async () => {
    const { writer, ref, made } = await make('dashboard');
    service().inject('keep=tags;method=PATCH');
    await assert.rejects(writer.update(ref, { tags: ['new'] }), { name: 'NotTaken', fields: ['tags'] });
    assert.deepEqual(made, []);
  });

  it('is reported for the fields that were not taken, and made for the others', async () => {
    const { catalog, writer, ref, made } = await make('dashboard');
    service().inject('keep=description;method=PATCH');
    const change = { name: 'New', description: 'New' };
    await assert.rejects(writer.update(ref, change), { name: 'NotTaken', fields: ['description'] });
    assert.deepEqual([catalog.get(ref)?.name, catalog.get(ref)?.description], ['New', '']);
    assert.deepEqual(made, ['update']);
  });

  it('is none where the service trims a text, or changes tags as it stores them', async () => {
    const { catalog, writer, ref } = await make('dashboard', { tags: ['old'] });
    await writer.update(ref, { name: '  New ', description: ' x\n', tags: [' Two ', 'one', 'ONE', ''] });
    const { name, tags } = Object(catalog.get(ref));
    assert.deepEqual([name, tags], ['New', ['one', 'two']]);
    await writer.update(ref, { tags: [] }); // the service has none
  });

  for (const kind of ['dashboard', 'cohort'] as const) {
    it(`is reported for the delete of a ${kind}, which stays in its list, and for its restore`, async () => {
      const { catalog, trash, writer, ref, list, made } = await make(kind);
      const isListed = () => catalog.list(list).records.some(({ id }) => id === ref.id);
      service().inject('keep=deleted;method=PATCH');
      await assert.rejects(writer.softDelete(ref), { name: 'NotTaken', fields: ['deleted'] });
      assert.deepEqual([isListed(), trash.find(ref)], [true, undefined]);
      service().inject('');
      await writer.softDelete(ref);
      service().inject('keep=deleted;method=PATCH');
      await assert.rejects(writer.restore(ref), { name: 'NotTaken', fields: ['deleted'] });
      assert.equal(isListed(), false);
      assert.ok(trash.find(ref));
      assert.deepEqual(made, ['delete']);
    });
  }

  it('is reported for the move of a tile, which shows where it was', async () => {
    const { client, projectId, dashboards } = service();
    const { catalog } = service().createCatalog();
    const { results } = await client.dashboards(projectId).list();
    const refs = results.map(({ id }): RecordRef => ({ ...dashboards, id }));
    const all = await Promise.all(
      refs.map(async (ref) => ({ ref, tiles: (await catalog.retrieve(ref)) && catalog.tiles(ref) })),
    );
    const from = all.find(({ tiles }) => (tiles?.length ?? 0) > 0) ?? assert.fail();
    const to = all.find(({ ref }) => ref.id !== from.ref.id) ?? assert.fail();
    const tile = from.tiles?.[0]?.id ?? assert.fail();
    service().inject('keep=tile;method=PATCH');
    const move = catalog.writer(approval).moveTile(from.ref, tile, to.ref.id);
    await assert.rejects(move, { name: 'NotTaken', fields: ['tile'] });
    assert.ok(catalog.tiles(from.ref)?.some(({ id }) => id === tile));
  });

  it('is named for a new record, which is there', async () => {
    const { catalog } = service().createCatalog();
    const others: unknown[] = [];
    catalog.onDidCreatePartly(({ name, fields }) => others.push([name, fields]));
    const writer = catalog.writer(approval);
    const values = [{ type: 'person', key: 'plan', operator: 'exact', value: 'free' }];
    const filters = { properties: { type: 'AND', values } };
    const fields = { name: 'New', description: 'Why', filters };
    service().inject('keep=filters;method=POST');
    await writer.create(service().cohorts, fields);
    service().inject('keep=description;method=POST');
    await writer.createText(service().cohorts, JSON.stringify(fields));
    service().inject('');
    service().setHabits(['leafKeys', 'reorderedKeys']);
    await writer.create(service().cohorts, fields);
    await writer.create(service().cohorts, {
      name: ' New ',
      filters: { properties: { type: 'AND', values: [] } },
    });
    await writer.create(service().dashboards, { name: 'New', tags: [' B', 'b'] });
    assert.deepEqual(others, [
      ['New', ['filters']],
      ['New', ['description']],
    ]);
  });
});

describe('a save that a service accepts and does not make', () => {
  for (const [name, create] of [
    ['a cohort', createCohort],
    ['a dashboard', createDashboard],
  ] as const) {
    it(`fails for the filters of ${name}, whatever keys and order the service has, and blames no static cohort`, async () => {
      service().setHabits(['leafKeys', 'reorderedKeys']);
      const document = await create();
      const { write, read } = open();
      await read(document);
      service().inject('keep=filters;method=PATCH');
      const typed = '{"properties": {"type": "OR", "values": []}, "date_from": "-1d"}';
      const error: unknown = await write(document, typed).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof SaveIgnored);
      assert.equal(error.isStatic, false);
    });
  }

  it('names the fields of a whole record that were not taken', async () => {
    const document = await createCohort('record');
    const { store, read } = open();
    const { text } = await read(document);
    service().inject('keep=description;method=PATCH');
    const typed = text.replace('"Filters"', '"New"').replace('"description": ""', '"description": "New"');
    const decide = async () => 'keepEditing' as const;
    const end = await store
      .open(document)
      .save(typed, { isFromEditor: true, approval: () => approval, decide });
    assert.ok(end.kind === 'saved');
    assert.deepEqual(end.notTaken, ['description']);
  });
});
