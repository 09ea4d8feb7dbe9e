import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FiltersConflict, FiltersStore } from '../../../src/model/filtersStore.ts';
import { JsonTextError } from '../../../src/model/jsonMember.ts';
import type { Memory } from '../../../src/model/memory.ts';
import type { RecordRef } from '../../../src/model/refs.ts';
import { createMemory, useService } from './service.ts';

const service = useService();

interface Opened {
  readonly store: FiltersStore;
  readonly changed: RecordRef[];
  /** Lets the state that was asked for last grow old. */
  readonly age: () => void;
}

function openStore(memory: Memory = createMemory()): Opened {
  const changed: RecordRef[] = [];
  let ms = 1_000_000;
  const store = new FiltersStore({
    openClient: async () => service().client,
    onRecord: () => undefined,
    onChange: (ref) => changed.push(ref),
    memory,
    now: () => ms,
  });
  return { store, changed, age: () => (ms += 60_000) };
}

async function createCohort(): Promise<RecordRef> {
  const { client, cohorts, projectId } = service();
  const cohort = await client.cohorts(projectId).create({ name: 'Filters', filters: leaf('plan', 'free') });
  return { ...cohorts, id: cohort.id };
}

function leaf(key: string, value: string) {
  return { properties: { type: 'AND', values: [{ type: 'person', key, value, operator: 'exact' }] } };
}

const remotely = async (ref: RecordRef, value: string) => {
  await service()
    .client.cohorts(ref.projectId)
    .update(ref.id, { filters: leaf('plan', value) });
};

describe('filters as a text', () => {
  it('are laid out and end with a line break', async () => {
    const { store } = openStore();
    const { text } = await store.read(await createCohort());
    assert.equal(text, `${JSON.stringify(leaf('plan', 'free'), null, 2)}\n`);
  });

  it('keep their version while the service’s text stays the same', async () => {
    const { store, age } = openStore();
    const ref = await createCohort();
    const { mtime } = await store.read(ref);
    age();
    assert.equal((await store.stat(ref)).mtime, mtime);
    assert.equal((await openStore().store.read(ref)).mtime, mtime, 'another window sees the same version');
  });

  it('are sent as they were typed', async () => {
    const { store } = openStore();
    const ref = await createCohort();
    await store.read(ref);
    const typed = '{"properties": {"type": "OR", "values": []}, "note": "\\u00e9 \\/ 1.0"}';
    await store.write(ref, typed);
    const { record } = await service().client.cohorts(ref.projectId).retrieveText(ref.id);
    assert.deepEqual(record.filters, JSON.parse(typed));
  });

  it('get a newer version by a write, and can be written again', async () => {
    const { store, age } = openStore();
    const ref = await createCohort();
    const { mtime } = await store.read(ref);
    await store.write(ref, JSON.stringify(leaf('plan', 'team')));
    age();
    assert.ok((await store.stat(ref)).mtime > mtime);
    await store.write(ref, JSON.stringify(leaf('plan', 'paid')));
  });

  for (const text of ['', '[]', '"text"', '{"a": 1', '{"a": 1,}', 'null']) {
    it(`do not leave as ${JSON.stringify(text)}`, async () => {
      const { store } = openStore();
      const ref = await createCohort();
      const before = await store.read(ref);
      await assert.rejects(store.write(ref, text), JsonTextError);
      assert.equal((await openStore().store.read(ref)).text, before.text);
    });
  }
});

describe('a change elsewhere', () => {
  it('of the same size is found by the write, which then sends nothing', async () => {
    const { store, age } = openStore();
    const ref = await createCohort();
    const { size } = await store.read(ref);
    await remotely(ref, 'paid');
    age();
    assert.equal((await store.stat(ref)).size, size, 'the editor sees no difference');
    await assert.rejects(store.write(ref, JSON.stringify(leaf('plan', 'mine'))), FiltersConflict);
    assert.match((await openStore().store.read(ref)).text, /"paid"/);
  });

  it('is overwritten once a person said so, and only once', async () => {
    const { store, age } = openStore();
    const ref = await createCohort();
    await store.read(ref);
    await remotely(ref, 'paid');
    const mine = JSON.stringify(leaf('plan', 'mine'));
    await assert.rejects(store.write(ref, mine), FiltersConflict);
    store.approveOverwrite(ref);
    await store.write(ref, mine);
    await remotely(ref, 'them');
    age();
    await assert.rejects(store.write(ref, mine), FiltersConflict);
  });

  it('of another size shows as a newer version, which the editor asks about itself', async () => {
    const { store, changed, age } = openStore();
    const ref = await createCohort();
    const before = await store.read(ref);
    await remotely(ref, 'enterprise');
    age();
    const after = await store.stat(ref);
    assert.ok(after.mtime > before.mtime && after.size !== before.size);
    assert.deepEqual(changed, [ref]);
    await store.write(ref, JSON.stringify(leaf('plan', 'mine'))); // what an approved Overwrite does
  });

  it('is found by a text that a backup brought back in a later session', async () => {
    const memory = createMemory();
    const ref = await createCohort();
    await openStore(memory).store.read(ref);
    await remotely(ref, 'paid');
    const later = openStore(memory).store;
    await later.stat(ref);
    await assert.rejects(later.write(ref, JSON.stringify(leaf('plan', 'mine'))), FiltersConflict);
  });
});
