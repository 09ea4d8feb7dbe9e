// Documents in conflict: editors and windows that save at the same time, and deleted records.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import type { ApiClient } from '#api/clientTypes.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import { DocumentConflict, DocumentDeleted } from '#model/documents/save/saveErrors.ts';
import type { EditorText } from '#model/documents/save/documentState.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { createStorage, leaf, text, useDocuments } from './editor.ts';
import { approval, useService } from '../service.ts';
import { json } from '../../../misbehaving/acts.ts';
import { startMisbehaving } from '../../../misbehaving/server.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { temporaryFolder } from '../../../volatile.ts';
import { createCatalog } from '../../../models.ts';

const service = useService();
const { open, createCohort, createDashboard, remotely, onService } = useDocuments(service);

describe('two editors of one record in a window', () => {
  it('that save at once do not overwrite each other unasked', async () => {
    const { write, read } = open();
    const document = await createCohort();
    const whole: EditorText = { ref: { ...document.ref, part: 'record' }, at: 'the whole record' };
    await read(document);
    const { text: record } = await read(whole);
    const other = record.replace('"free"', '"other"');
    const ends = await Promise.allSettled([
      write(document, text('mine')),
      write(whole, other),
      write({ ...document, at: 'under another name' }, text('third')),
    ]);
    const reasons = ends.map((end) => (end.status === 'rejected' ? end.reason : undefined));
    assert.equal(reasons[0], undefined);
    for (const reason of reasons.slice(1)) assert.ok(reason instanceof DocumentConflict);
    assert.deepEqual((await onService(document)).filters, leaf('mine'));
  });

  it('wait for a save that is under way, and read its outcome', async () => {
    const { write, read } = open();
    const document = await createCohort();
    await read(document);
    const saving = write(document, text('mine'));
    const reverted = await read(document, text('mine'));
    await saving;
    assert.deepEqual(JSON.parse(reverted.text), leaf('mine'));
    await write(document, text('next'));
  });
});

/** A client that keeps the response to the first read of a cohort after `hold` until `letGo`. */
function createSlow() {
  let isHeld = false;
  let reads = 0;
  const [asked, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { client } = service();
  const slow: ApiClient = {
    ...client,
    cohorts: (projectId) => {
      const cohorts = client.cohorts(projectId);
      const retrieveText: typeof cohorts.retrieveText = async (...args) => {
        reads++;
        const answer = await cohorts.retrieveText(...args);
        if (!isHeld) return answer;
        isHeld = false;
        asked.resolve();
        await letGo.promise;
        return answer;
      };
      return { ...cohorts, retrieveText };
    },
  };
  const hold = () => (isHeld = true);
  return { slow, hold, asked: asked.promise, letGo: letGo.resolve, reads: () => reads };
}

describe('a response that a save overtook', () => {
  it('does not bring back the old text', async () => {
    const { slow, hold, asked, letGo } = createSlow();
    const { store, read, mine, age } = open(createStorage(), () => slow);
    const document = await createCohort();
    await read(document);
    age();
    hold();
    const looking = store.stat(document.ref);
    await asked;
    await mine(document, 'mine');
    letGo();
    assert.deepEqual(JSON.parse((await looking).text), leaf('mine'));
    assert.deepEqual(JSON.parse((await read(document)).text), leaf('mine'));
    await mine(document, 'and on');
  });
});

describe('a response that a rename overtook', () => {
  it('does not bring back the old name', async () => {
    const { slow, hold, asked, letGo } = createSlow();
    const { catalog } = service().createCatalog();
    const { read } = open(createStorage(), () => slow, catalog);
    const document = await createCohort();
    await catalog.load(document.ref);
    hold();
    const reading = read(document);
    await asked;
    await catalog.writer(approval).update(document.ref, { name: 'New' });
    letGo();
    assert.equal((await reading).record?.name, 'New');
    assert.equal(catalog.get(document.ref)?.name, 'New');
  });
});

describe('a response that the change of another record overtook', () => {
  it('counts, because otherwise a bulk change would repeat every read', async () => {
    const { slow, hold, asked, letGo, reads } = createSlow();
    const { catalog } = service().createCatalog();
    const { read } = open(createStorage(), () => slow, catalog);
    const [document, other] = [await createCohort(), await createCohort()];
    await catalog.load(document.ref);
    hold();
    const before = reads();
    const reading = read(document);
    await asked;
    await catalog.writer(approval).update(other.ref, { name: 'New' });
    letGo();
    await reading;
    assert.equal(reads() - before, 1);
  });
});

describe('a document that the key could not save', () => {
  it('is checked again with another key, although no list is loaded', async () => {
    const other = service().createHasty(5000);
    let isChanged = false;
    const { store, read, mine, changed } = open(createStorage(), () =>
      isChanged ? other : service().client,
    );
    const document = await createCohort();
    const { catalog } = service().createCatalog();
    const following = store.follow(catalog);
    await read(document);
    assert.equal(catalog.get(document.ref), undefined);
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await assert.rejects(mine(document, 'mine'), (error) => isApiError(error, 'missingScope'));
    service().inject('');
    isChanged = true;
    const before = changed.length;
    await catalog.refreshAll({ connectionId: document.ref.connectionId });
    assert.equal((await store.stat(document.ref)).readonly, undefined);
    assert.ok(changed.length > before);
    following.dispose();
    await other.close();
  });
});

describe('a document that somebody else changes', () => {
  it('is read again once a list brings the change, and a save may then overwrite it', async () => {
    const { catalog } = service().createCatalog();
    const { store, read, mine, changed } = open(undefined, undefined, catalog);
    const document = await createCohort();
    await catalog.load(document.ref);
    const following = store.follow(catalog);
    await read(document);
    await catalog.refreshAll();
    assert.deepEqual(changed, [], 'nobody changed it');
    await remotely(document, 'theirs');
    assert.equal(store.isOutdated(catalog, document.ref), false, 'nobody knows of it yet');
    await catalog.refreshAll();
    assert.deepEqual(new Set(changed.map(({ id }) => id)), new Set([document.ref.id]));
    assert.equal(store.isOutdated(catalog, document.ref), true);
    assert.match((await read(document)).text, /"theirs"/);
    assert.equal(store.isOutdated(catalog, document.ref), false);
    await mine(document, 'mine');
    assert.equal(store.isOutdated(catalog, document.ref), false);
    following.dispose();
  });
});

describe('a document of a list without filters', () => {
  it('is read by itself after the list while it is open, and follows what somebody else changed', async (t) => {
    let from = '-7d';
    const listed = { id: 7, name: 'Sales' };
    const server = await startMisbehaving(({ url }) =>
      json(
        url.includes('/dashboards/7/')
          ? { ...listed, filters: { date_from: from } }
          : { count: 1, next: null, previous: null, results: [listed] },
      ),
    );
    const client = createClient({ baseUrl: server.url, key: 'phx_test' });
    t.after(async () => {
      await client.close();
      await server.close();
    });
    const catalog = createCatalog({ openClient: async () => client });
    const { store, read, changed } = open(undefined, () => client, catalog);
    const ref = toDocument({ connectionId: 'sample', projectId: '1', kind: 'dashboard', id: 7 }, 'filters');
    const document = { ref, at: 'sales' };
    const reads = () => server.received.filter(({ url }) => url.includes('/dashboards/7/')).length;
    await catalog.load(ref);
    const following = store.follow(catalog);
    await read(document);
    await catalog.refreshAll();
    await eventually('a read of the record', async () => reads() === 2);
    assert.deepEqual(changed, [], 'nobody changed it');
    from = '-30d';
    await catalog.refreshAll();
    await eventually('the change', async () => changed.length > 0);
    assert.equal(store.isOutdated(catalog, ref), true);
    assert.match((await read(document)).text, /"-30d"/);
    const before = reads();
    store.close(document.at);
    await catalog.refreshAll();
    await client.dashboards('1').list({ limit: 1 });
    assert.equal(reads(), before, 'nobody has it open');
    following.dispose();
  });
});

describe('a document that the key could not save some time ago', () => {
  it('may be saved again once the person refreshes, because the key may have been given the scope', async () => {
    const { store, read, mine, changed, age } = open();
    const document = await createCohort();
    const { catalog } = service().createCatalog();
    await catalog.load(document.ref);
    const following = store.follow(catalog);
    await read(document);
    service().inject('status=403;scope=cohort:write;method=PATCH');
    await assert.rejects(mine(document, 'mine'), (error) => isApiError(error, 'missingScope'));
    service().inject('');
    await catalog.refreshAll();
    assert.deepEqual((await store.stat(document.ref)).readonly, { scope: 'cohort:write' });
    age();
    const before = changed.length;
    await catalog.refreshAll();
    assert.equal((await store.stat(document.ref)).readonly, undefined);
    assert.ok(changed.length > before);
    following.dispose();
  });
});

describe('two windows', () => {
  it('that save at once do not overwrite each other unasked', async () => {
    const folder = temporaryFolder();
    const windows = [1, 2].map(() =>
      open({ ...createStorage(), withLock: createFileLock(folder, assert.ifError) }),
    );
    const document = await createCohort();
    for (const window of windows) await window.read(document);
    const ends = await Promise.allSettled(
      windows.map((window, index) => window.mine(document, `of window ${index}`)),
    );
    const failed = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    assert.equal(failed.length, 1);
    assert.ok(failed[0] instanceof DocumentConflict);
  });
});

describe('a record that was deleted before it was opened', () => {
  for (const [kind, create] of [
    ['cohort', createCohort],
    ['dashboard', createDashboard],
  ] as const) {
    it(`shows its last known version if it is a ${kind}, and can be edited once it is back`, async () => {
      const storage = createStorage();
      const document = await create();
      const { text: last, mtime } = await open(storage).read(document);
      const { catalog } = service().createCatalog();
      await catalog.load(document.ref);
      await catalog.writer(approval).softDelete(document.ref);
      const later = open(storage);
      const following = later.store.follow(catalog);
      const state = await later.read(document);
      assert.deepEqual([state.text, state.mtime, state.readonly], [last, mtime, 'deleted']);
      assert.deepEqual(later.gone, kind === 'dashboard' ? [document.ref] : []);
      await assert.rejects(later.mine(document, 'mine'), DocumentDeleted);
      later.age();
      assert.equal((await later.store.stat(document.ref)).readonly, 'deleted');
      assert.equal(later.gone.length, kind === 'dashboard' ? 1 : 0, 'reported once');
      await catalog.writer(approval).restore(document.ref);
      assert.ok(later.changed.length > 0, 'the editor reads again');
      assert.equal((await later.store.stat(document.ref)).readonly, undefined);
      await later.mine(document, 'mine');
      following.dispose();
    });
  }

  it('shows the version of a list if it was never opened', async () => {
    const document = await createDashboard();
    const { client, projectId } = service();
    const { read, listed, age } = open();
    listed.set(document.ref.id, await client.dashboards(projectId).retrieve(document.ref.id));
    await client.dashboards(projectId).updateText(document.ref.id, JSON.stringify({ deleted: true }));
    const state = await read(document);
    assert.deepEqual(JSON.parse(state.text), { date_from: '-7d' });
    assert.equal(state.readonly, 'deleted');
    await client.dashboards(projectId).updateText(document.ref.id, JSON.stringify({ deleted: false }));
    age();
    assert.equal((await read(document)).readonly, undefined);
  });

  it('is not found if the list had no filters', async () => {
    const document = await createDashboard();
    const { client, projectId } = service();
    const { read, listed } = open();
    const { filters: _, ...rest } = await client.dashboards(projectId).retrieve(document.ref.id);
    listed.set(document.ref.id, rest);
    await client.dashboards(projectId).updateText(document.ref.id, JSON.stringify({ deleted: true }));
    await assert.rejects(read(document), (error) => isApiError(error, 'notFound'));
  });

  it('is not found if it was never loaded', async () => {
    const document = await createDashboard();
    const { client, projectId } = service();
    await client.dashboards(projectId).updateText(document.ref.id, JSON.stringify({ deleted: true }));
    const { read, gone } = open();
    await assert.rejects(read(document), (error) => isApiError(error, 'notFound'));
    assert.deepEqual(gone, [document.ref]);
  });
});
