// What a fresh project suggests: the properties of its persons, read once, and never in the way.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { ReadableClient } from '#api/clientTypes.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { SeenValueLoader } from '#model/records/persons/seenValueLoader.ts';
import { type SeenValues, seenValuesOf } from '#model/records/persons/seenValues.ts';
import { deleteProjects } from '#model/records/recordRef.ts';
import { useService } from '../../service.ts';

const service = useService();

function start() {
  const { catalog } = service().createCatalog();
  const { client, cohorts } = service();
  const asked: number[] = [];
  const errors: unknown[] = [];
  const seenValues: SeenValues = new Map();
  const openClient = async (): Promise<ReadableClient> => ({
    ...client,
    cohorts: (projectId) => {
      const own = client.cohorts(projectId);
      return { ...own, persons: async (id, options) => (asked.push(id), own.persons(id, options)) };
    },
  });
  const onError = (error: unknown) => void errors.push(error);
  const names = new SeenValueLoader({ catalog, openClient, seenValues, onError });
  const known = () => [...seenValuesOf(seenValues, cohorts).keys()];
  const forget = (connectionId: string) => deleteProjects(seenValues, (id) => id === connectionId);
  return { names, catalog, asked, errors, known, seenValues, forget };
}

describe('the properties of persons', () => {
  afterEach(() => service().inject(''));

  it('come from the largest cohort of the project, in one request for any number of uses', async () => {
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

  it('are requested again if the cohorts could not be listed', async () => {
    const { names, catalog, asked, errors, known } = start();
    service().inject('status=500;path=/cohorts/;html');
    await names.load(service().cohorts);
    assert.deepEqual([errors.length, asked], [1, []]);
    service().inject('');
    await catalog.refresh(service().cohorts);
    await names.load(service().cohorts);
    assert.ok(known().includes('plan'));
  });

  it('are requested again if no cohort had persons', async () => {
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

  it('are requested again after a failure, but not if the key may not read persons', async () => {
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
    forbidden.forget('another');
    await forbidden.names.load(service().cohorts);
    assert.equal(forbidden.asked.length, 1);
    forbidden.forget(service().cohorts.connectionId);
    await forbidden.names.load(service().cohorts);
    assert.ok(forbidden.known().includes('plan'));
  });

  it('are requested again once they are cleared, and an earlier request adds none after that', async () => {
    const { names, asked, known, seenValues, forget } = start();
    const { cohorts } = service();
    await names.load(cohorts);
    forget('another');
    await names.load(cohorts);
    assert.deepEqual([asked.length, known().includes('plan')], [1, true]);
    forget(cohorts.connectionId);
    const ofOldKey = names.load(cohorts);
    forget(cohorts.connectionId);
    await ofOldKey;
    assert.deepEqual([asked.length, known()], [2, []]);
    const beforeClear = names.load(cohorts);
    seenValues.clear();
    await beforeClear;
    assert.deepEqual([asked.length, known()], [3, []]);
    await names.load(cohorts);
    assert.deepEqual([asked.length, known().includes('plan')], [4, true]);
  });

  it('of one connection still come while those of another one are cleared', async () => {
    const { names, asked, known, forget } = start();
    const { cohorts } = service();
    const loading = names.load(cohorts);
    forget('another');
    await loading;
    assert.deepEqual([asked.length, known().includes('plan')], [1, true]);
  });
});
