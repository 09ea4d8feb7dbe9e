// Records that are nested thousands of levels deep, from a real server: everything that listens to them still works.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toDocument } from '#model/documents/documentUri.ts';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { dashboardSchema } from '#api/responseSchemas.ts';
import { areSameTiles, tilesOf } from '#model/records/dashboardTiles.ts';
import { type DeckRecord, isCohort, isSameContent, tagsOf } from '#model/records/deckRecord.ts';
import type { ListRef } from '#model/records/recordRef.ts';
import { reportListenerErrors } from '#model/storage/emitter.ts';
import { text } from '../../misbehaving/acts.ts';
import { startClient } from '../api/support.ts';
import { createCatalog, createDocumentStore } from '../../models.ts';

const levels = 5000;
const project = { connectionId: 'acme', projectId: '1' } as const;
const json = { 'content-type': 'application/json' };

const deep = (core: string): string => `${'{"a":['.repeat(levels)}${core}${']}'.repeat(levels)}`;
const cohort = (core: string) =>
  `{"id":7,"name":"Deep","is_static":false,"is_calculating":true,"groups":[],"filters":${deep(core)}}`;
const dashboard = () => `{"id":7,"name":"Deep","tags":["plain",${deep('1')}],"tiles":null}`;
const page = (records: readonly string[]) =>
  `{"count":${records.length},"next":null,"results":[${records.join()}]}`;

/** Everything of the model that listens to records. `errors` has those of listeners. */
async function start(context: TestContext, kind: ListRef['kind'], record: () => string) {
  const other = '{"id":8,"name":"Plain","is_static":false,"filters":{}}';
  const { client } = await startClient(context, ({ url }) =>
    text(url.endsWith('/7/') ? record() : page([record(), other]), 200, json),
  );
  const errors: unknown[] = [];
  const reporting = reportListenerErrors((error) => errors.push(error));
  const openClient = async () => client;
  const catalog = createCatalog({ openClient });
  const watch = new CalculationWatch({
    catalog,
    isVisible: () => false,
    onError: assert.ifError,
    now: () => 0,
  });
  const store = createDocumentStore({
    openClient,
    listed: (ref) => catalog.get(ref),
    onRecord: (ref, read) => catalog.store(ref, read),
  });
  const following = store.follow(catalog);
  context.after(() => {
    for (const one of [following, watch, catalog, reporting]) one.dispose();
  });
  return { catalog, watch, store, errors, list: { ...project, kind }, ref: { ...project, kind, id: 7 } };
}

test('a cohort whose filters are nested 5,000 deep hides neither its list nor itself', async (t) => {
  let core = '1';
  const { catalog, watch, store, errors, list, ref } = await start(t, 'cohort', () => cohort(core));
  const state = await catalog.load(list);
  assert.equal(state.status, 'ready');
  assert.deepEqual(
    state.records.map(({ id }) => id),
    [7, 8],
  );
  assert.equal(watch.result(ref)?.state, 'calculating');
  const document = store.open({ ref: toDocument(ref, 'filters'), at: 'cohortdeck://acme/7' });
  const { text: shown } = await document.read(() => undefined);
  assert.equal(shown.trim(), deep('1'), 'too deep for an indentation, it is shown as it came');
  core = '2';
  await catalog.retrieve(ref);
  assert.equal((await catalog.refresh(list)).status, 'ready');
  assert.deepEqual(errors, []);
});

test('records and tiles that are nested 100,000 deep are compared', () => {
  const nested = (core: string): unknown =>
    JSON.parse(`${'{"a":['.repeat(100_000)}${core}${']}'.repeat(100_000)}`);
  const record = (core: string) => dashboardSchema.parse({ id: 1, name: 'Deep', extra: nested(core) });
  assert.equal(isSameContent(record('1'), record('1')), true);
  assert.equal(isSameContent(record('1'), record('2')), false);
  assert.equal(isSameContent(record('1'), undefined), false);
  const tiles = (core: string) =>
    tilesOf(dashboardSchema.parse({ id: 1, tiles: [{ id: 2, insight: nested(core) }] }));
  assert.equal(areSameTiles(tiles('1') ?? [], tiles('1')), true);
  assert.equal(areSameTiles(tiles('1') ?? [], tiles('2')), false);
});

test('a tag that is nested 5,000 deep is a tag without its text', async (t) => {
  const { catalog, errors, list } = await start(t, 'dashboard', dashboard);
  const { status, records } = await catalog.load(list);
  assert.equal(status, 'ready');
  const [first] = records;
  assert.ok(first && !isCohort(first));
  assert.deepEqual(tagsOf(first satisfies DeckRecord), ['plain', '…']);
  assert.deepEqual(errors, []);
});

test('a page of 200,000 projects is a list of the first 10,000', async (t) => {
  const projects = Array.from({ length: 200_000 }, (_, index) => `{"id":"${index}","name":null}`);
  const { client } = await startClient(t, () => text(page(projects), 200, json));
  assert.equal((await client.listProjects()).length, 10_000);
});
