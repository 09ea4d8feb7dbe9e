import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isApiError } from '#api/apiError.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import { removeProject, setProtection } from '#model/connections/connectionEdits.ts';
import { Connections } from '#model/connections/connections.ts';
import { type Protection, type OnProtectionError, SharedProtection } from '#model/connections/protection.ts';
import { type ConfirmWrite, WriteGuard } from '#model/connections/writeGuard.ts';
import { unreadableProtections } from '#api/writeApproval.ts';
import { createFileMemory, type Memory } from '#model/storage/memory.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { createSetting } from '../../../stored.ts';
import { temporaryFolder } from '../../../volatile.ts';

describe('a protection that was set in another window', () => {
  let file = '';
  let writes: Promise<void>[] = [];
  let memory = createFileMemory('');
  let reads = 0;
  /** How many writes another program refuses. */
  let refusals = 0;
  beforeEach(() => {
    file = path.join(temporaryFolder(), 'protection.json');
    writes = [];
    memory = createFileMemory(file); // windows are processes of their own; here they take turns
  });
  afterEach(untilWritten); // into the file of this test

  /** A window whose settings no other window changes, as in a browser. */
  function openWindow(protection?: Protection) {
    const projects = [{ id: '1' }, { id: '2' }];
    const connections = new Connections(
      createSetting([{ id: 'acme', url: 'https://acme.example', projects, protection }]),
    );
    const asked: string[] = [];
    const confirm: ConfirmWrite = async ({ areRemoved }) => asked.push(areRemoved ? 'removed' : '') > 0;
    const unread: unknown[] = [];
    const onError: OnProtectionError = (error, step) =>
      step === 'read' ? unread.push(error) : assert.ifError(error);
    const shared = new SharedProtection(openFile(), connections, onError);
    return { connections, asked, unread, guard: new WriteGuard(connections, confirm, shared) };
  }

  /** With what is written after that, because it came meanwhile. */
  async function untilWritten(): Promise<void> {
    let seen = -1;
    for (await new Promise(setImmediate); seen < writes.length; await new Promise(setImmediate)) {
      seen = writes.length;
      await Promise.allSettled(writes);
    }
  }

  function openFile(): Memory {
    return {
      read: () => {
        reads++;
        return memory.read();
      },
      write: (value) => {
        const written = refusals-- > 0 ? Promise.reject(inUse()) : memory.write(value);
        writes.push(written);
        return written;
      },
    };
  }

  const place = (projectId: string) => ({ connectionId: 'acme', projectId });

  it('is known in its own window at once if it is stricter, and once it is in the file if it is weaker', async () => {
    const { connections, guard } = openWindow('readOnly');
    await untilWritten();
    const seen: unknown[] = [];
    guard.onDidChange(() => seen.push(guard.protectionOf(place('1'))));
    await connections.change(setProtection('acme', undefined, undefined));
    await guard.share('acme', undefined, undefined);
    await new Promise(setImmediate); // the listeners are notified in the next turn
    await connections.change(setProtection('acme', undefined, 'production'));
    assert.equal(guard.protectionOf(place('1')), 'production');
    await guard.share('acme', undefined, 'production');
    assert.deepEqual(seen, [undefined, 'production']);
  });

  it('refuses a write here that was not approved, or was approved before', async () => {
    const one = openWindow();
    const other = openWindow();
    const before = await other.guard.approve({ action: 'rename', projects: [place('1')], detail: '' });
    await one.connections.change(setProtection('acme', '1', 'readOnly'));
    await untilWritten();
    const send = () => other.guard.forConnection('acme').check('1', before);
    assert.throws(send, (error) => isApiError(error, 'readOnly'));
    assert.throws(
      () => other.guard.requireWritable([place('1')]),
      (error) => isApiError(error, 'readOnly'),
    );
    other.guard.forConnection('acme').check('2', new WriteApproval());
  });

  it('asks here if it is production', async () => {
    const one = openWindow();
    const other = openWindow();
    await one.connections.change(setProtection('acme', undefined, 'production'));
    await untilWritten();
    await other.guard.approve({ action: 'rename', projects: [place('2')], detail: '' });
    assert.equal(other.asked.length, 1);
  });

  it('asks before a document is saved whose project was removed, with its protection', async () => {
    const { guard, asked, connections } = openWindow();
    await connections.change(removeProject('acme', '1'));
    assert.equal(guard.protectionOf(place('1')), undefined, 'nothing says that it is in production');
    assert.throws(() => guard.forConnection('acme').check('1', new WriteApproval()), { kind: 'unapproved' });
    assert.equal(guard.approveUnasked([place('1')]), undefined);
    const approval = await guard.approve({ action: 'save', projects: [place('1')], detail: '' });
    assert.deepEqual(asked, ['removed']);
    guard.forConnection('acme').check('1', approval);
    await connections.change(setProtection('acme', '2', 'production')); // which counts for what is not listed, too
    await guard.approve({ action: 'save', projects: [place('1')], detail: '' });
    await guard.approve({ action: 'save', projects: [place('2')], detail: '' });
    assert.deepEqual(asked, ['removed', 'removed', '']);
  });

  it('is removed with its setting, but not in a window whose settings still have it', async () => {
    const one = openWindow('readOnly');
    await untilWritten();
    const other = openWindow('readOnly');
    await one.connections.change(setProtection('acme', undefined, undefined));
    await untilWritten();
    assert.equal(one.guard.protectionOf(place('1')), undefined);
    assert.equal(other.guard.protectionOf(place('1')), 'readOnly');
  });

  it('is the strictest one if its file holds something else, and none if the file is missing', async () => {
    const { guard } = openWindow();
    await untilWritten();
    await rm(file);
    assert.equal(guard.protectionOf(place('1')), undefined);
    await writeFile(file, '{"acme": {"projects": [{"id": 1, "protection": "sealed"}, {"id": 2}]}}');
    assert.equal(guard.protectionOf(place('1')), 'readOnly');
    assert.equal(guard.protectionOf(place('2')), undefined);
  });

  for (const [what, damage] of Object.entries({
    'is not JSON': () => writeFile(file, '{"acme": '),
    'is empty': () => writeFile(file, ''),
    'holds a list': () => writeFile(file, '[]'),
    'holds nothing of a connection': () => writeFile(file, '{"acme": null}'),
    'has no list of projects': () => writeFile(file, '{"acme": {"projects": {"1": "readOnly"}}}'),
    'has a project without an ID': () => writeFile(file, '{"acme": {"projects": ["1"]}}'),
    'cannot be read': async () => {
      await rm(file);
      await mkdir(file);
    },
  })) {
    it(`is the strictest one while its file ${what}, which is said once, until it is set again`, async () => {
      const { connections, guard, unread } = openWindow('production');
      await untilWritten();
      await damage();
      const other = openWindow();
      for (const one of [guard, other.guard, guard]) {
        assert.equal(one.protectionOf(place('1')), 'readOnly');
        assert.throws(
          () => one.requireWritable([place('2')]),
          (error) => isApiError(error, 'readOnly') && error.code === unreadableProtections,
          'each refusal says why',
        );
      }
      assert.deepEqual([unread.length, other.unread.length], [1, 1]);
      await rm(file, { recursive: true });
      await writeFile(file, '{'); // a folder cannot be replaced by a file
      await connections.change(setProtection('acme', undefined, 'production'));
      await guard.share('acme', undefined, 'production');
      assert.equal(guard.protectionOf(place('1')), 'production');
      assert.equal(openWindow().guard.protectionOf(place('1')), 'production');
    });
  }

  it('is the strictest one while its file cannot be read nor replaced, and who sets it is told', async () => {
    const { guard } = openWindow();
    await untilWritten();
    await rm(file);
    await mkdir(file);
    await assert.rejects(guard.share('acme', undefined, 'production'), { code: 'EISDIR' });
    const seen = [guard.protectionOf(place('1')), guard.setOn('acme', '1'), guard.setOn('acme')];
    assert.deepEqual(seen, ['readOnly', 'readOnly', 'readOnly']);
    const send = () => guard.forConnection('acme').check('2', new WriteApproval());
    assert.throws(send, (error) => isApiError(error, 'readOnly'));
  });

  it('is not weakened by a change of another connection that replaces its damaged file', async () => {
    await writeFile(file, '{"acme": {"projects": [{"id": "1", "protection": "readOnly"}');
    const { guard } = openWindow();
    await guard.share('theirs', undefined, 'production');
    for (const one of [guard, openWindow().guard])
      assert.deepEqual([one.setOn('acme'), one.protectionOf(place('1'))], ['readOnly', 'readOnly']);
    await guard.share('acme', undefined, undefined);
    assert.equal(openWindow().guard.setOn('acme'), undefined);
  });

  it('keeps what was read of a project after its damaged file was replaced', async () => {
    const { guard } = openWindow();
    await untilWritten();
    await writeFile(file, '{"acme": {"projects": [{"id": "1", "protection": "readOnly"}]}}');
    assert.equal(guard.protectionOf(place('1')), 'readOnly');
    await writeFile(file, '{');
    await guard.share('acme', undefined, 'production');
    const later = openWindow().guard;
    assert.deepEqual(
      ['1', '2'].map((id) => later.protectionOf(place(id))),
      ['readOnly', 'production'],
    );
  });

  it('tells who shows it that its file was damaged, and that it was mended', async () => {
    const { guard } = openWindow('production');
    await untilWritten();
    const good = await readFile(file, 'utf8');
    const seen: unknown[] = [];
    const look = () => [guard.protectionOf(place('1')), guard.setOn('acme'), guard.setOn('acme', '1')];
    assert.deepEqual(look(), ['production', 'production', undefined]);
    guard.onDidChange(() => seen.push(look()));
    await new Promise(setImmediate);
    await writeFile(file, '{');
    assert.throws(
      () => guard.forConnection('acme').check('1', new WriteApproval()),
      (error) => isApiError(error, 'readOnly'),
    );
    await eventually('the change', async () => seen.length === 1);
    await writeFile(file, good);
    await eventually('the change back', async () => seen.length === 2); // without being asked
    assert.deepEqual(seen, [
      ['readOnly', 'readOnly', 'readOnly'],
      ['production', 'production', undefined],
    ]);
  });

  it('that cannot be read leaves sample data as it is: nobody could set its protection again', async () => {
    const { connections, guard } = openWindow();
    connections.setSample({ url: 'http://127.0.0.1:1', key: 'phx', projects: [{ id: '9', name: 'Sample' }] });
    await untilWritten();
    await writeFile(file, '{');
    const [sample] = connections.all.filter(({ isSample }) => isSample);
    await new Promise(setImmediate);
    assert.equal(guard.protectionOf({ connectionId: sample?.id ?? '', projectId: '9' }), undefined);
    guard.forConnection(sample?.id ?? '').check('9', new WriteApproval());
    assert.equal(guard.protectionOf(place('1')), 'readOnly');
  });

  it('is not weakened by a window that starts with older settings, nor by what a person changes there of other projects', async () => {
    const one = openWindow();
    await one.connections.change(setProtection('acme', '1', 'readOnly'));
    await untilWritten();
    const other = openWindow();
    await untilWritten();
    await other.connections.change(setProtection('acme', '2', 'production'));
    await untilWritten();
    for (const { guard } of [one, other]) {
      assert.equal(guard.protectionOf(place('1')), 'readOnly');
      assert.equal(guard.protectionOf(place('2')), 'production');
    }
  });

  it('is weakened by a person whose settings never had it', async () => {
    openWindow('readOnly');
    await untilWritten();
    const other = openWindow();
    assert.equal(other.guard.protectionOf(place('1')), 'readOnly');
    await other.guard.share('acme', undefined, undefined);
    assert.equal(other.guard.protectionOf(place('1')), undefined);
    assert.equal(openWindow().guard.protectionOf(place('1')), undefined);
  });

  it('stays with a connection that another window has and this one does not', async () => {
    await writeFile(file, '{"theirs": {"protection": "readOnly", "projects": []}}');
    const { connections } = openWindow();
    await connections.change(setProtection('acme', undefined, 'production'));
    await untilWritten();
    const stored: unknown = JSON.parse(await readFile(file, 'utf8'));
    assert.deepEqual(Object.keys(stored ?? {}), ['theirs', 'acme']);
  });

  it('is read once for all items of a tree, and again before each write', async () => {
    const { guard } = openWindow();
    const other = openWindow();
    await untilWritten();
    await new Promise(setImmediate);
    reads = 0;
    for (let item = 0; item < 10_000; item++) guard.protectionOf(place('1'));
    assert.equal(reads, 1);
    const approval = new WriteApproval();
    for (let write = 0; write < 3; write++) guard.forConnection('acme').check('1', approval);
    assert.equal(reads, 4);
    await other.connections.change(setProtection('acme', undefined, 'readOnly'));
    await untilWritten();
    assert.equal(guard.protectionOf(place('1')), 'readOnly');
  });

  it('is kept where another window sets another one at the same time', async () => {
    const connections = new Connections(
      createSetting([{ id: 'acme', url: 'https://acme.example', projects: [{ id: '1' }, { id: '2' }] }]),
    );
    const open = () => {
      const withLock = createFileLock(path.join(path.dirname(file), 'locks'), assert.ifError);
      return new SharedProtection(createFileMemory(file), connections, assert.ifError, withLock);
    };
    const one = open();
    await one.set('acme', undefined, undefined); // the other window finds the entries of the settings
    const other = open();
    await Promise.all([one.set('acme', '1', 'readOnly'), other.set('acme', '2', 'production')]);
    const { projects } = JSON.parse(await readFile(file, 'utf8')).acme;
    const both = [
      { id: '1', protection: 'readOnly' },
      { id: '2', protection: 'production' },
    ];
    assert.deepEqual(new Set(projects), new Set(both)); // either window may be the first
  });

  it('that another program keeps from being written stays as it is, and who sets it is told', async () => {
    const { guard } = openWindow();
    await untilWritten();
    await guard.share('acme', '1', 'readOnly');
    refusals = 1;
    await assert.rejects(guard.share('acme', '1', undefined), { code: 'EBUSY' });
    assert.equal(guard.protectionOf(place('1')), 'readOnly');
    await guard.share('acme', '1', undefined); // the person tries again
    assert.equal(guard.protectionOf(place('1')), undefined);
  });

  it('is kept readable by the owner only', async () => {
    openWindow('production');
    await untilWritten();
    await assertOwnOnly(file);
  });
});

const inUse = () => Object.assign(new Error('EBUSY: resource busy or locked, rename'), { code: 'EBUSY' });
