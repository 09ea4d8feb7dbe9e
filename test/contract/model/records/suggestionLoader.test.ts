// What a fresh project suggests: the properties of its persons, read once, and never in the way.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { ReadableClient } from '#api/types.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { SuggestionLoader } from '#model/records/suggestionLoader.ts';
import { type SeenValues, seenValuesOf } from '#model/records/seenValues.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { volatileDir } from '../../../volatile.ts';
import { useService } from '../service.ts';

const service = useService();
let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(volatileDir, 'cohort-deck-'));
});
after(() => rm(folder, { recursive: true, force: true }));

function start(kept = mkdtempSync(path.join(folder, 'window-'))) {
  const { catalog } = service().createCatalog();
  const { client, cohorts } = service();
  const asked: number[] = [];
  const errors: unknown[] = [];
  const connectionsChanged = new Emitter<void>();
  const connections = { all: [{ id: cohorts.connectionId }], onDidChange: connectionsChanged.event };
  const seenValues: SeenValues = new Map();
  const openClient = async (): Promise<ReadableClient> => ({
    ...client,
    cohorts: (projectId) => {
      const own = client.cohorts(projectId);
      return { ...own, persons: async (id, options) => (asked.push(id), own.persons(id, options)) };
    },
  });
  const onError = (error: unknown) => void errors.push(error);
  const names = new SuggestionLoader({
    ...{ catalog, openClient, seenValues, connections, onError },
    folder: kept,
    keepDays: () => 7,
    now: Date.now,
  });
  const disconnect = (id: string) => {
    const { all } = connections;
    connections.all = all.filter((one) => one.id !== id);
    connectionsChanged.fire();
    connections.all = all;
    connectionsChanged.fire();
  };
  const known = () => [...seenValuesOf(seenValues, cohorts).keys()];
  const values = (name: string) => [...(seenValuesOf(seenValues, cohorts).get(name) ?? [])];
  const changeKey = (id: string) => names.forget(id);
  return { names, catalog, asked, errors, known, values, disconnect, changeKey };
}

describe('the properties of persons', () => {
  afterEach(() => service().inject(''));

  it('come from the largest cohort of the project, in one request however often they are asked for', async () => {
    const { names, catalog, asked, errors, known } = start();
    const { cohorts } = service();
    await Promise.all([names.load(cohorts), names.load(cohorts)]);
    await names.load({ ...cohorts });
    const counts = catalog
      .list(cohorts)
      .records.map((record) => (isCohort(record) ? (record.count ?? 0) : 0));
    assert.deepEqual(errors, []);
    assert.equal(asked.length, 1);
    const read = catalog.get({ ...cohorts, id: asked[0] ?? 0 });
    assert.ok(read && isCohort(read));
    assert.equal(read.count, Math.max(...counts));
    assert.ok(known().includes('plan') && known().includes('email'), known().join());
  });

  it('are asked for again where the cohorts could not be listed', async () => {
    const { names, catalog, asked, errors, known } = start();
    service().inject('status=500;path=/cohorts/;html');
    await names.load(service().cohorts);
    assert.deepEqual([errors.length, asked], [1, []]);
    service().inject('');
    await catalog.refresh(service().cohorts);
    await names.load(service().cohorts);
    assert.ok(known().includes('plan'));
  });

  it('are looked for again where no cohort has persons yet', async () => {
    const { names, catalog, asked, known } = start();
    const { cohorts, client } = service();
    await catalog.load(cohorts);
    const { results } = await client.cohorts(cohorts.projectId).list({ limit: 100 });
    for (const cohort of results) catalog.store({ ...cohorts, id: cohort.id }, { ...cohort, count: null });
    await names.load(cohorts);
    assert.deepEqual(asked, []);
    await catalog.refresh(cohorts);
    await names.load(cohorts);
    assert.ok(known().includes('plan'));
  });

  it('are asked for again after a failure, but not where the key may not read persons', async () => {
    const failing = start();
    service().inject('status=500;path=/persons/;html');
    await failing.names.load(service().cohorts);
    assert.equal(failing.errors.length, 1);
    service().inject('');
    await failing.names.load(service().cohorts);
    assert.ok(failing.known().includes('plan'));
    const forbidden = start();
    service().inject('status=403;path=/persons/;scope=person:read');
    await forbidden.names.load(service().cohorts);
    service().inject('');
    await forbidden.names.load(service().cohorts);
    assert.deepEqual([forbidden.asked.length, forbidden.known()], [1, []]);
    forbidden.changeKey('another');
    await forbidden.names.load(service().cohorts);
    assert.equal(forbidden.asked.length, 1);
    forbidden.changeKey(service().cohorts.connectionId);
    await forbidden.names.load(service().cohorts);
    assert.ok(forbidden.known().includes('plan'));
  });

  it('are there in the next window where the service cannot be reached', async () => {
    const kept = path.join(folder, 'kept');
    const first = start(kept);
    await first.names.load(service().cohorts);
    await first.names.kept.load(service().cohorts); // after what is being written
    service().inject('status=500;html');
    const next = start(kept);
    await next.names.load(service().cohorts);
    assert.deepEqual([next.errors.length, next.asked], [1, []]);
    assert.ok(next.known().includes('plan'), next.known().join());
    assert.deepEqual(next.values('email'), []);
    assert.ok(next.values('plan').length > 1, next.values('plan').join());
  });

  it('are forgotten with their connection, also those that come after that', async () => {
    const { names, asked, known, disconnect } = start();
    const { cohorts } = service();
    await names.load(cohorts);
    disconnect(cohorts.connectionId);
    assert.deepEqual(known(), []);
    const loading = names.load(cohorts);
    disconnect(cohorts.connectionId);
    await loading;
    assert.deepEqual([asked.length, known()], [2, []]);
  });
});
