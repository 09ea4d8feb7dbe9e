// Settings that hold `@current`, and an account that opens another project in the web UI.
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createClient } from '#api/client.ts';
import { cohortSchema } from '#api/responseSchemas.ts';
import { ConnectionClients, type PinnedProject } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import {
  CurrentProjects,
  type MovedProject,
  resolveCurrentProject,
} from '#model/connections/currentProjects.ts';
import { WriteGuard } from '#model/connections/writeGuard.ts';
import { LocalHistory } from '#model/documents/localHistory.ts';
import { CountHistory } from '#model/records/countHistory.ts';
import { LocalPins, RecentRecords } from '#model/records/localPins.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { Trash } from '#model/records/trash.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { type Listening } from '#sandbox/server.ts';
import { temporaryFolder } from '../../../volatile.ts';
import { createMemory } from '../../../stored.ts';
import { createCatalog } from '../../../models.ts';
import { startService } from '../../../startService.ts';

const full = 'phx_full';
/** It may do all but read projects. */
const records = 'phx_records';
let service: Listening;

before(async () => {
  const scopes = ['cohort:write', 'dashboard:write', 'person:read'];
  service = await startService({ persons: 50, keys: [{ key: full }, { key: records, scopes }] });
});
after(async () => {
  await service.close();
});
beforeEach(() => service.inject(''));

type Entry = Readonly<Record<string, unknown>>;

/** A window on settings with one connection. */
function openWindow(projects: readonly Entry[], { key = full, canWriteSettings = true } = {}) {
  let setting: unknown = [{ id: 'acme', name: 'Acme', url: service.url, projects }];
  const changed = new Emitter<void>();
  const store = {
    get: () => setting,
    set: async (entries: unknown) => {
      if (!canWriteSettings) throw new Error('settings.json has errors');
      setting = entries;
      changed.fire();
    },
    onDidChange: changed.event,
  };
  const connections = new Connections(store);
  const guard = new WriteGuard(connections, async () => true);
  const requests: string[] = [];
  const keys = { read: async () => key, write: async () => undefined, remove: async () => undefined };
  const clients = new ConnectionClients(connections, keys, guard, async (connection, current) =>
    createClient({
      ...connection,
      baseUrl: connection.url,
      key: current,
      log: (line) => requests.push(line),
    }),
  );
  const pinned: PinnedProject[] = [];
  clients.onDidPinProject((one) => pinned.push(one));
  const openClient = async (id: string) => clients.open(id);
  const projectsNow = (): unknown => Object(setting)[0].projects;
  return {
    connections,
    guard,
    clients,
    catalog: createCatalog({ openClient }),
    openClient,
    requests,
    pinned,
    projectsNow,
  };
}

const list = (projectId: string) => ({ connectionId: 'acme', projectId, kind: 'cohort' }) as const;
const urls = (requests: readonly string[]) => requests.map((line) => line.split(' ', 2).join(' '));

describe('the setting @current', () => {
  it('becomes the number that it has when it is first used, and all requests have the number', async (t) => {
    const { catalog, clients, guard, requests, pinned, projectsNow } = openWindow([
      { id: '@current', name: '' },
    ]);
    t.after(() => clients.dispose());
    await catalog.load(list('@current'));
    const [first, second] = service.projects;
    assert.ok(first && second);
    assert.deepEqual(projectsNow(), [{ id: first.id, name: first.name, addedAs: '@current' }]);
    assert.deepEqual(
      pinned.map(({ project, error }) => [project.id, project.name, error]),
      [[first.id, first.name, undefined]],
    );
    service.inject(`current=${second.id}`); // the person opens another project in the web UI
    await catalog.load(list(first.id));
    const approval = await guard.approve({ action: 'create', projects: [list(first.id)], detail: '' });
    const ref = await catalog.writer(approval).create(list(first.id), { name: 'Mine' });
    assert.equal((await catalog.retrieve(ref)).name, 'Mine');
    const stale = await catalog.writer(approval).create(list('@current'), { name: 'Late' });
    assert.equal((await catalog.retrieve({ ...list(first.id), id: stale.id })).name, 'Late');
    assert.deepEqual(
      urls(requests).filter((url) => url.includes('@current')),
      ['GET /api/projects/@current/'],
    );
  });

  it('keeps the stricter protection where its project is in the list already', async (t) => {
    const [first] = service.projects;
    const entries = [
      { id: '@current', protection: 'readOnly', note: 'mine' },
      { id: first?.id, name: 'Own name', protection: 'production' },
    ];
    const { clients, openClient, connections, guard, projectsNow } = openWindow(entries);
    t.after(() => clients.dispose());
    await openClient('acme');
    await until(() => connections.get('acme')?.projects.length === 1);
    assert.deepEqual(projectsNow(), [
      { id: first?.id, name: 'Own name', note: 'mine', protection: 'readOnly', addedAs: '@current' },
    ]);
    assert.equal(guard.protectionOf(list(first?.id ?? '')), 'readOnly');
  });

  it('is the same number for all of a session where the setting cannot be changed', async (t) => {
    const { catalog, clients, guard, requests, pinned } = openWindow([{ id: '@current' }], {
      canWriteSettings: false,
    });
    t.after(() => clients.dispose());
    await catalog.load(list('@current'));
    service.inject(`current=${service.projects[1]?.id}`);
    await catalog.refresh(list('@current'));
    assert.ok(pinned[0]?.error instanceof Error);
    const asked = urls(requests).filter((url) => url.includes('/cohorts/'));
    assert.deepEqual(new Set(asked), new Set([`GET /api/projects/${service.projects[0]?.id}/cohorts/`]));
    const approval = await guard.approve({ action: 'create', projects: [list('@current')], detail: '' });
    const { projectId } = await catalog.writer(approval).create(list('@current'), { name: 'Written' });
    assert.equal(projectId, '@current');
  });

  for (const [name, key, fault] of [
    ['the key may not read projects', records, ''],
    ['there is no such address', full, 'status=404;path=projects/@current/;times=1'],
    ['a web page comes in its place', full, 'status=404;html;path=projects/@current/;times=1'],
    ['it is forbidden', full, 'status=403;path=projects/@current/;times=1'],
  ] as const) {
    it(`is read and never written to where ${name}`, async (t) => {
      const { catalog, clients, guard, requests, pinned } = openWindow([{ id: '@current' }], { key });
      t.after(() => clients.dispose());
      service.inject(fault);
      assert.equal((await catalog.load(list('@current'))).status, 'ready');
      const [first] = catalog.list(list('@current')).records;
      const ref = { ...list('@current'), id: first?.id ?? 0 };
      const approval = await guard.approve({ action: 'rename', projects: [ref], detail: '' });
      const writer = catalog.writer(approval);
      const refused = { kind: 'unresolvedProject' };
      await assert.rejects(writer.create(list('@current'), { name: 'x' }), refused);
      await assert.rejects(writer.update(ref, { name: 'x' }), refused);
      await assert.rejects(writer.softDelete(ref), refused);
      assert.deepEqual(
        requests.filter((line) => !line.startsWith('GET ')),
        [],
      );
      assert.deepEqual(pinned, []);
    });
  }

  it('stays as it is if the connection gets another address before the service has responded', async (t) => {
    const { connections, clients, openClient, pinned, projectsNow } = openWindow([{ id: '@current' }]);
    t.after(() => clients.dispose());
    const opening = openClient('acme');
    const projects = [{ id: '@current' }];
    await connections.change(() => [{ id: 'acme', name: 'Acme', url: 'https://other.test', projects }]);
    await opening;
    await connections.change((entries) => entries); // after a change that was begun before
    assert.deepEqual([projectsNow(), pinned], [projects, []]);
  });

  it('is asked for again where the service could not be reached', async (t) => {
    const { catalog, clients, projectsNow } = openWindow([{ id: '@current' }]);
    t.after(() => clients.dispose());
    service.inject('status=500;path=projects/@current/;times=1');
    assert.equal((await catalog.load(list('@current'))).status, 'failed');
    assert.equal((await catalog.refresh(list('@current'))).status, 'ready');
    assert.deepEqual(Object(projectsNow())[0].addedAs, '@current');
  });
});

describe('what was stored as @current', () => {
  it('is that of its number once it is known: the Trash, pins, recent records, changes and counts', async (t) => {
    const { clients, connections, openClient } = openWindow([{ id: '@current' }]);
    const folder = temporaryFolder();
    t.after(async () => {
      clients.dispose();
    });
    const [old, ref] = ['@current', service.projects[0]?.id ?? ''].map((projectId): RecordRef => ({
      ...list(projectId),
      id: 7,
    }));
    assert.ok(old && ref);
    const numbered = (one: RecordRef) => connections.numbered(one);
    const trash = new Trash(createMemory(), { numbered });
    const pins = new LocalPins(createMemory(), numbered);
    const recents = new RecentRecords(createMemory(), numbered);
    const options = {
      folder,
      namesOf: (one: RecordRef) => connections.namesOf(one),
      keepDays: () => 30,
      now: Date.now,
      onStorageError: assert.ifError,
      onDamaged: assert.ifError,
    };
    const history = new LocalHistory(options);
    const counts = new CountHistory({ ...options, folder: path.join(folder, 'counts') });
    const counted = (count: number) =>
      cohortSchema.parse({ id: 7, count, last_calculation: `2026-11-0${count}T10:00:00Z` });
    await trash.add({ ref: old, name: 'Old', deletedAt: 1 });
    await pins.set([old], true);
    await recents.add(old);
    await history.add({ action: 'create', ref: old });
    await counts.add(old, counted(1));
    assert.deepEqual([trash.of(ref), pins.of(ref)], [[], []]);
    await openClient('acme');
    await until(() => connections.get('acme')?.projects[0]?.id === ref.projectId);
    trash.readAgain();
    pins.readAgain();
    assert.deepEqual(
      [trash.of(ref).map(({ name }) => name), pins.has(ref), recents.all],
      [['Old'], true, [ref]],
    );
    await history.add({ action: 'restore', ref });
    await counts.add(ref, counted(2));
    for (const one of [ref, old]) {
      assert.deepEqual(
        history.of(one).map(({ action }) => action),
        ['restore', 'create'],
      );
      assert.deepEqual(
        counts.of(one).map(({ count }) => count),
        [1, 2],
      );
    }
    await trash.remove(ref);
    await pins.set([ref], false);
    assert.deepEqual([trash.all, pins.all], [[], []]);
  });

  it('can still be read and saved at its address in a later session, as the number', async (t) => {
    const [first, second] = service.projects;
    assert.ok(first && second);
    const { catalog, clients, connections, guard, requests } = openWindow([
      { ...first, addedAs: '@current', protection: 'production' },
      { ...second, protection: 'readOnly' },
    ]);
    t.after(() => clients.dispose());
    service.inject(`current=${second.id}`);
    connections.requireProject(list('@current'));
    assert.equal(guard.protectionOf(list('@current')), 'production');
    assert.equal(guard.projectName(list('@current')), `Acme · ${first.name}`);
    await catalog.load(list('@current'));
    const approval = await guard.approve({ action: 'create', projects: [list('@current')], detail: '' });
    const { id } = await catalog.writer(approval).create(list('@current'), { name: 'Late' });
    assert.equal((await catalog.retrieve({ ...list(first.id), id })).name, 'Late');
    assert.deepEqual(
      requests.filter((line) => line.includes('@current')),
      [],
    );
  });
});

describe('a project that was added as @current', () => {
  it('says once where the account is now, for each project that it moves to', async (t) => {
    const [first, second] = service.projects;
    assert.ok(first && second);
    const { clients, openClient, connections } = openWindow([
      { ...first, addedAs: '@current' },
      { id: second.id },
    ]);
    t.after(() => clients.dispose());
    let now = 0;
    const moved: MovedProject[] = [];
    const onError = (error: unknown) => assert.ifError(error);
    const current = new CurrentProjects({ connections, openClient, onError, now: () => now });
    current.onDidMove((one) => moved.push(one));
    await current.check();
    assert.equal(moved.length, 0);
    service.inject(`current=${second.id}`);
    await current.check();
    assert.equal(moved.length, 0, 'it is asked once a minute');
    for (let time = 0; time < 3; time++) {
      now += 60_000;
      await current.check();
    }
    assert.deepEqual(
      moved.map((one) => [one.connection.name, one.shown.id, one.now.id, one.now.name]),
      [['Acme', first.id, second.id, second.name]],
    );
    service.inject('');
    now += 60_000;
    await current.check();
    service.inject(`current=${second.id}`);
    now += 60_000;
    await current.check();
    assert.equal(moved.length, 2);
    service.inject('');
    await Promise.all([current.check(true), current.check(true)]);
    service.inject(`current=${second.id}`);
    await Promise.all([current.check(true), current.check(true)]);
    assert.equal(moved.length, 3, 'a refresh asks immediately, and two of them say it once');
  });
});

describe('which project @current is', () => {
  it('is not known where the answer has no number', async () => {
    for (const id of ['@current', '', 'a/b', '1 '])
      assert.equal(
        await resolveCurrentProject({ retrieveProject: async () => ({ id, name: 'x' }) }),
        undefined,
      );
  });
});

/** The setting is written after the client is there. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
}
