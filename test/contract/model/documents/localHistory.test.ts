import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { DocumentConflict, SaveNotConfirmed } from '#model/documents/save/saveErrors.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';
import { LocalHistory } from '#model/documents/localHistory.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { approval, useService } from '../service.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { createStorage, leaf, text, useDocuments } from './editor.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { temporaryFolder } from '../../../volatile.ts';

const service = useService();
const { open, createCohort, remotely, onService } = useDocuments(service);
const dayMs = 86_400_000;

describe('the local history', () => {
  let folder = '';
  let clock = 0;
  let keepDays = 30;
  let isWritten: Promise<void> = Promise.resolve();
  let keptAside: (string | undefined)[] = [];

  const openHistory = (more: { readonly maxBytes?: number } = {}) =>
    new LocalHistory({
      folder,
      keepDays: () => keepDays,
      now: () => clock,
      onStorageError: assert.ifError,
      onDamaged: (_error, keptAt) => keptAside.push(keptAt),
      ...more,
    });

  beforeEach(() => {
    folder = path.join(temporaryFolder(), 'history');
    clock = Date.now();
    keepDays = 30;
    keptAside = [];
  });

  const compact = (value: string) => JSON.stringify(leaf(value));

  /** Adds each change one after the other, a second apart. */
  function follow(history: LocalHistory) {
    isWritten = Promise.resolve();
    return (change: AcceptedChange | DocumentSave) => {
      isWritten = isWritten.then(() => {
        clock += 1000;
        return history.add(change);
      });
    };
  }

  async function describeAll(history: LocalHistory, ref: DocumentSave['ref'] | AcceptedChange['ref']) {
    await isWritten;
    const lines = history.of(ref).map(async ({ action, part, before, after }) => {
      const read = async (name: string | undefined) =>
        name === undefined ? '-' : ((await history.text(name)) ?? 'gone').replaceAll(/\s+/g, '');
      return [action, part ?? '-', await read(before), await read(after)].join(' ');
    });
    return Promise.all(lines);
  }

  it('has each change made from here, newest first, with the texts before and after', async () => {
    const history = openHistory();
    const { catalog } = service().createCatalog();
    catalog.onDidMakeChange(follow(history));
    const writer = catalog.writer(approval);
    await catalog.load(service().cohorts);
    const ref = await writer.create(service().cohorts, { name: 'Old' });
    await writer.update(ref, { name: 'New' });
    await writer.softDelete(ref);
    await writer.restore(ref);
    assert.deepEqual(await describeAll(history, ref), [
      'restore - - -',
      'delete - - -',
      'update - {"name":"Old"} {"name":"New"}',
      'create - - -',
    ]);
  });

  it('has no change that the service rejected', async () => {
    const history = openHistory();
    const { catalog } = service().createCatalog();
    catalog.onDidMakeChange(follow(history));
    await catalog.load(service().dashboards);
    const [dashboard] = catalog.list(service().dashboards).records;
    const ref = { ...service().dashboards, id: dashboard?.id ?? 0 };
    await assert.rejects(catalog.writer(approval).update(ref, { name: 'x'.repeat(401) }));
    assert.deepEqual(await describeAll(history, ref), []);
  });

  it('has a save once, even if its response was lost, and none of a text that was not sent', async () => {
    const history = openHistory();
    const { store, read, mine } = open();
    store.onDidSave(follow(history));
    const document = await createCohort();
    await read(document);
    await mine(document, 'free');
    service().inject('reset=after;method=PATCH');
    await mine(document, 'pro').finally(() => service().inject(''));
    assert.deepEqual(await describeAll(history, document.ref), [
      `save filters ${compact('free')} ${compact('pro')}`,
    ]);
  });

  it('has what a save replaced, also where that came after a first try whose response was lost', async () => {
    const history = openHistory();
    const hasty = service().createHasty(2000);
    const { store, read } = open(createStorage(), () => hasty);
    store.onDidSave(follow(history));
    const document = await createCohort();
    await read(document);
    service().inject('drip=20000;bytes=20;method=PATCH');
    const opened = store.open(document);
    const saved = opened.save(text('mine'), {
      isFromEditor: true,
      approval: () => approval,
      decide: async ({ error }) => {
        assert.ok(error instanceof DocumentConflict);
        await opened.allowOverwrite(error.theirs);
        return 'retry';
      },
    });
    const hasArrived = async () => isDeepStrictEqual((await onService(document)).filters, leaf('mine'));
    await eventually('the text on the service', hasArrived);
    service().inject('');
    await remotely(document, 'theirs');
    assert.equal((await saved).kind, 'saved');
    assert.deepEqual(await describeAll(history, document.ref), [
      `save filters ${compact('theirs')} ${compact('mine')}`,
    ]);
    await hasty.close();
  });

  it('has a save that could not be confirmed, once a later one finds it, and none that never arrived', async () => {
    const history = openHistory();
    const { store, read, mine } = open();
    store.onDidSave(follow(history));
    const document = await createCohort();
    await read(document);
    for (const fault of ['reset', 'reset=after']) {
      service().inject(`${fault};method=PATCH, status=500;method=GET;after=1`);
      await assert.rejects(mine(document, 'mine'), SaveNotConfirmed);
      service().inject('');
      if (fault === 'reset') await mine(document, 'free');
      assert.deepEqual(await describeAll(history, document.ref), []);
    }
    const saved = [`save filters ${compact('free')} ${compact('mine')}`];
    for (let again = 0; again < 2; again++) {
      await mine(document, 'mine');
      assert.deepEqual(await describeAll(history, document.ref), saved);
    }
  });

  it('records a save of merged texts as a merge', async () => {
    const history = openHistory();
    const { store, read, mine, age } = open();
    store.onDidSave(follow(history));
    const document = await createCohort();
    await read(document);
    await remotely(document, 'theirs');
    age();
    await assert.rejects(mine(document, 'mine'));
    await store.open(document).merge(text('theirs'));
    await mine(document, 'both');
    const [line = ''] = await describeAll(history, document.ref);
    assert.match(line, /^merge filters .*"theirs".* .*"both"/);
  });

  it('is shared by windows, and readable by the owner only', async () => {
    const { ref } = await createCohort();
    await Promise.all(
      Array.from({ length: 8 }, async (_, window) =>
        openHistory().add({ action: 'save', ref, before: '{}', after: `{"window": ${window}}` }),
      ),
    );
    const all = await describeAll(openHistory(), ref);
    assert.equal(new Set(all).size, 8);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    for (const one of files) await assertOwnOnly(path.join(one.parentPath, one.name));
  });

  it('keeps the newest 200 changes of a record, and no text above a million characters', async () => {
    const history = openHistory();
    const { ref } = await createCohort();
    for (let count = 0; count < 203; count++) {
      clock += 1000;
      await history.add({ action: 'save', ref, before: '{}', after: `{"count": ${count}}` });
    }
    await history.add({ action: 'save', ref, before: '{}', after: `"${'x'.repeat(1_000_000)}"` });
    const all = await describeAll(history, ref);
    assert.equal(all.length, 200);
    assert.equal(all[0], 'save filters {} -');
    assert.equal(all.at(-1), 'save filters {} {"count":4}');
  });

  it('keeps the newest texts of all records together where they would take too much of the disk', async () => {
    const { ref } = await createCohort();
    const { ref: other } = await createCohort();
    const history = openHistory({ maxBytes: 10_000 });
    const long = (count: number) => JSON.stringify([count, 'ü'.repeat(450)]);
    for (let count = 0; count < 40; count++) {
      clock += 1000;
      const change = { action: 'save', before: '{}', after: long(count) } as const;
      await history.add({ ...change, ref: count % 2 === 0 ? ref : other });
    }
    const texts = path.join(folder, 'texts');
    const sizes = await Promise.all(
      (await readdir(texts)).map(async (name) => (await stat(path.join(texts, name))).size),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total > 5000 && total <= 10_000, `${total} bytes`);
    for (const [index, one] of [ref, other].entries()) {
      const all = await describeAll(history, one);
      assert.equal(all.length, 20);
      assert.equal(all[0], `save filters {} ${long(38 + index)}`);
      assert.equal(all.at(-1), 'save filters {} gone');
    }
  });

  it('drops what is older than the setting allows, keeps nothing for 0 days, and can be cleared', async () => {
    const { ref } = await createCohort();
    const add = async (after: string) => openHistory().add({ action: 'save', ref, before: '{}', after });
    clock -= 31 * dayMs;
    await add('{"first": 1}');
    clock += 31 * dayMs;
    await add('{"second": 2}');
    const history = openHistory();
    assert.deepEqual(await describeAll(history, ref), ['save filters {} {"second":2}']);
    keepDays = 0;
    await history.add({ action: 'delete', ref });
    assert.deepEqual(history.of(ref), []);
    keepDays = 30;
    assert.deepEqual(await describeAll(history, ref), ['save filters {} {"second":2}']);
    await history.clear();
    assert.deepEqual(history.of(ref), []);
    await add('{"fourth": 4}');
    assert.deepEqual(await describeAll(history, ref), ['save filters {} {"fourth":4}']);
  });

  async function fileOfChanges(): Promise<string> {
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.json'));
    return path.join(folder, name);
  }

  it('starts empty if its file is damaged, of which a backup is kept', async () => {
    const history = openHistory();
    const { ref } = await createCohort('record');
    await history.add({ action: 'delete', ref });
    const file = await fileOfChanges();
    const damaged = '[{"at": 1, "action": "explode"}, 7, {"at"';
    await writeFile(file, damaged);
    assert.deepEqual(history.of(ref), []);
    await history.add({ action: 'restore', ref });
    assert.deepEqual(await describeAll(history, ref), ['restore - - -']);
    assert.deepEqual(keptAside, [`${file}.damaged`]);
    assert.equal(await readFile(`${file}.damaged`, 'utf8'), damaged);
  });

  it('is not overwritten where its file cannot be read', async () => {
    const history = openHistory();
    const { ref } = await createCohort('record');
    await history.add({ action: 'delete', ref });
    const file = await fileOfChanges();
    await rename(file, `${file}.moved`);
    await mkdir(file); // which cannot be read as a file
    await assert.rejects(history.add({ action: 'restore', ref }), { code: 'EISDIR' });
    assert.throws(() => history.of(ref), { code: 'EISDIR' });
    await rmdir(file);
    await rename(`${file}.moved`, file);
    await history.add({ action: 'restore', ref });
    assert.deepEqual(await describeAll(history, ref), ['restore - - -', 'delete - - -']);
    assert.deepEqual(keptAside, []);
  });
});
