import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addProjects,
  removeConnection,
  removeProject,
  renameConnection,
  setProtection,
} from '#model/connections/connectionEdits.ts';
import { Connections } from '#model/connections/connections.ts';
import { createConnectionId } from '#model/connections/connections.ts';
import { parseConnections } from '#model/connections/connectionSetting.ts';
import { Emitter } from '#model/storage/emitter.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { createSetting } from '../../../stored.ts';

const acme = { id: 'acme', name: 'Acme', url: 'https://acme.example', projects: [{ id: '1', name: 'Web' }] };

describe('parseConnections', () => {
  it('reads what “Connect…” writes', () => {
    const { connections, problems } = parseConnections([acme]);
    assert.deepEqual(problems, []);
    assert.deepEqual(connections, [{ ...acme, isSample: false }]);
  });

  const faults: readonly (readonly [unknown, string])[] = [
    ['text', 'notAnObject'],
    [null, 'notAnObject'],
    [[], 'notAnObject'],
    [{ url: 'https://a.example' }, 'badId'],
    [{ id: 'Has Spaces', url: 'https://a.example' }, 'badId'],
    [{ id: 'sample-data', url: 'https://a.example' }, 'doubleId'],
    [{ id: 'a' }, 'badUrl'],
    [{ id: 'a', url: 'http://a.example' }, 'badUrl'],
    [{ id: 'a', url: 'https://a.example', projects: '1' }, 'badProjects'],
    [{ id: 'a', url: 'https://a.example', projects: [{}] }, 'badProjects'],
    [{ id: 'acme', url: 'https://a.example' }, 'doubleId'],
  ];
  for (const [entry, reason] of faults) {
    it(`omits ${JSON.stringify(entry)} as ${reason} and keeps the others`, () => {
      const { connections, problems } = parseConnections([acme, entry]);
      assert.deepEqual(problems, [{ index: 1, reason }]);
      assert.deepEqual(
        connections.map(({ id }) => id),
        ['acme'],
      );
    });
  }

  it('reports a setting that is no list', () => {
    assert.deepEqual(parseConnections({}).problems, [{ index: 0, reason: 'notAList' }]);
  });

  it('accepts a number as a project id, and each project once', () => {
    const { connections } = parseConnections([{ ...acme, projects: [{ id: 1 }, { id: '1', name: 'Web' }] }]);
    assert.deepEqual(connections[0]?.projects, [{ id: '1', name: 'Web' }]);
  });

  for (const [value, protection] of [
    [undefined, undefined],
    ['none', undefined],
    ['production', 'production'],
    ['readOnly', 'readOnly'],
  ] as const) {
    it(`reads the protection ${value} of a connection and of a project`, () => {
      const entry = { ...acme, protection: value, projects: [{ id: '1', protection: value }] };
      const { connections, problems } = parseConnections([entry]);
      assert.equal(connections[0]?.protection, protection);
      assert.equal(connections[0]?.projects[0]?.protection, protection);
      assert.deepEqual(problems, []);
    });
  }

  for (const value of ['Production', 'readonly', '', true, false, null, 0, {}, ['production']]) {
    it(`reads the unknown protection ${JSON.stringify(value)} as read-only, and reports it`, () => {
      const inConnection = parseConnections([{ ...acme, protection: value }]);
      assert.equal(inConnection.connections[0]?.protection, 'readOnly');
      const inProject = parseConnections([{ ...acme, projects: [{ id: '1', protection: value }] }]);
      assert.equal(inProject.connections[0]?.projects[0]?.protection, 'readOnly');
      for (const { problems } of [inConnection, inProject])
        assert.deepEqual(problems, [{ index: 0, reason: 'badProtection' }]);
    });
  }

  it('reads how many requests a minute are allowed, and reports what is no number of them', () => {
    const limitsOf = (requestsPerMinute: unknown) => {
      const { connections, problems } = parseConnections([{ ...acme, requestsPerMinute }]);
      return [connections[0]?.rateLimits, problems.map(({ reason }) => reason)];
    };
    assert.deepEqual(limitsOf(undefined), [undefined, []]);
    assert.deepEqual(limitsOf({ records: 100, persons: 0 }), [
      { recordsPerMinute: 100, personsPerMinute: Infinity },
      [],
    ]);
    assert.deepEqual(limitsOf({ records: -1, persons: 60 }), [{ personsPerMinute: 60 }, ['badLimits']]);
    for (const bad of [7, null, { records: '100' }, { persons: 1.5 }, [], { records: 1e9 }])
      assert.deepEqual(limitsOf(bad)[1], ['badLimits'], JSON.stringify(bad));
  });

  it('keeps the stricter protection of a project that is listed twice', () => {
    const projects = [
      { id: '1', protection: 'readOnly' },
      { id: '1', name: 'Web', protection: 'production' },
    ];
    const { connections } = parseConnections([{ ...acme, projects }]);
    assert.deepEqual(connections[0]?.projects, [{ id: '1', name: 'Web', protection: 'readOnly' }]);
  });

  it('names a connection after its host where it has no name', () => {
    assert.equal(
      parseConnections([{ id: 'a', url: 'https://a.example:8443/x' }]).connections[0]?.name,
      'a.example:8443',
    );
  });
});

describe('createConnectionId', () => {
  it('is made from the origin and is unique', () => {
    const id = createConnectionId('https://us.posthog.com', new Set());
    assert.match(id, /^us-posthog-com--[0-9a-f]{12}$/);
    assert.equal(createConnectionId('https://us.posthog.com/', new Set([id])), `${id}-2`);
    assert.equal(createConnectionId('https://us.posthog.com', new Set([id, `${id}-2`])), `${id}-3`);
  });

  it('is never that of another address', () => {
    const urls = [
      ...['a.b.com', 'a-b.com', 'a.b-com', 'a--b.com', 'a_b.com', 'a.b.com.', 'a-b-com', 'a.b.com:8443'],
      ...['a.b.com:844', 'xn--b-xga.com', 'sample.data', 'sample-data', '127.0.0.1', '127.0.0.1:2'],
    ].map((host) => `https://${host}`);
    const paths = ['posthog', 'posthog-staging'].map((name) => `https://a.b.com/${name}`);
    const all = [
      ...urls,
      ...paths,
      'http://127.0.0.1',
      'http://127.0.0.1:2',
      'http://[::1]:2',
      'http://localhost:2',
    ];
    const ids = all.map((url) => createConnectionId(url, new Set()));
    assert.equal(new Set(ids).size, all.length);
    for (const id of ids) assert.deepEqual(parseConnections([{ ...acme, id }]).problems, []);
  });
});

describe('Connections', () => {
  it('fires an event for a change', async () => {
    const connections = new Connections(createSetting([]));
    let heard = 0;
    connections.onDidChange(() => heard++);
    await connections.change((entries) => [...entries, acme]);
    await connections.change(renameConnection('acme', 'Renamed'));
    assert.equal(connections.get('acme')?.name, 'Renamed');
    await connections.change(removeConnection('acme'));
    assert.deepEqual(connections.all, []);
    assert.equal(heard, 3);
  });

  it('reports the removal of a connection once, and not if it is added again', async () => {
    const connections = new Connections(createSetting([acme]));
    const [removal, ofNone] = [connections.removalOf('acme'), connections.removalOf('other')];
    await connections.change(renameConnection('acme', 'Renamed'));
    assert.deepEqual([removal.aborted, ofNone.aborted], [false, false]);
    await connections.change(removeConnection('acme'));
    assert.deepEqual([removal.aborted, ofNone.aborted], [true, false]);
    await connections.change((entries) => [...entries, acme]);
    assert.equal(connections.removalOf('acme').aborted, false);
  });

  it('reports that it has another address, which is another service’s, as if it was removed', async () => {
    const store = createSetting([acme, { ...acme, id: 'other' }]);
    const connections = new Connections(store);
    const left: string[] = [];
    connections.onDidLeave((id) => left.push(`${id} ${connections.get(id)?.url}`));
    const removal = connections.removalOf('acme');
    const other = { ...acme, id: 'other', name: 'Same address', projects: [] };
    const moved = { ...acme, url: 'https://eu.posthog.com/staging' };
    for (const entries of [
      [acme, other],
      [{ ...acme, url: `${acme.url}/` }, other],
      [{ ...acme, url: '' }, other],
    ])
      await store.set(entries);
    assert.deepEqual([left, removal.aborted], [[], false], 'the same address, and one that is being typed');
    await store.set([moved, other]);
    assert.deepEqual([left, removal.aborted], [[`acme ${moved.url}`], true]);
    assert.equal(connections.removalOf('acme').aborted, false);
    await store.set([moved]);
    await store.set([moved, other]);
    assert.deepEqual(left, [`acme ${moved.url}`, 'other undefined']);
  });

  it('reports the change first, so that who hears of the removal has no connection left to load from', async () => {
    const connections = new Connections(createSetting([acme]));
    const heard: string[] = [];
    connections.onDidLeave((id) => heard.push(`${id} left`));
    connections.onDidChange(() => heard.push(`${connections.all.length} connections`));
    await connections.change(removeConnection('acme'));
    assert.deepEqual(heard, ['0 connections', 'acme left']);
  });

  it('counts a connection whose entry becomes unusable as still there', async () => {
    const store = createSetting([acme]);
    const connections = new Connections(store);
    const removal = connections.removalOf('acme');
    for (const broken of [[{ ...acme, projects: [{ id: '1' }, { id: '' }] }], [{ ...acme, url: '' }], null]) {
      await store.set(broken);
      assert.equal(connections.get('acme'), undefined);
      assert.deepEqual([removal.aborted, connections.isRemoved('acme')], [false, false]);
    }
    await store.set([acme]);
    assert.deepEqual([removal.aborted, connections.isRemoved('other')], [false, true]);
    await store.set([{ ...acme, id: 'other' }]);
    assert.deepEqual([removal.aborted, connections.isRemoved('acme')], [true, true]);
  });

  it('calls one without a name of its own by its host, also once it has another address', async () => {
    const store = createSetting([]);
    const connections = new Connections(store);
    const key = { store: async () => undefined, remove: () => assert.fail() };
    const added = { url: 'https://a.example', projects: [] };
    const own = await connections.add({ ...added, name: 'a.example' }, key);
    const named = await connections.add({ ...added, name: 'Shop' }, key);
    await connections.change((entries) =>
      entries.map((entry) => ({ ...Object(entry), url: 'https://b.example' })),
    );
    assert.deepEqual([connections.nameOf(own), connections.nameOf(named)], ['b.example', 'Shop']);
  });

  it('does not give the id of an entry a second time, even of an unusable one', async () => {
    const { id: _, ...added } = acme;
    const taken = createConnectionId(acme.url, new Set());
    const connections = new Connections(createSetting([{ ...acme, id: taken, url: '' }, { id: 5 }, 'mine']));
    assert.deepEqual(connections.all, []);
    const stored: string[] = [];
    const key = { store: async (id: string) => void stored.push(id), remove: () => assert.fail() };
    assert.equal(await connections.add(added, key), `${taken}-2`);
    assert.deepEqual(stored, [`${taken}-2`]);
  });

  it('keeps unreadable entries of the setting', async () => {
    const store = createSetting(['mine', { id: 'acme', url: 'https://acme.example', color: 'red' }]);
    const connections = new Connections(store);
    await connections.change(renameConnection('acme', 'Acme'));
    assert.deepEqual(store.get(), [
      'mine',
      { id: 'acme', url: 'https://acme.example', color: 'red', name: 'Acme' },
    ]);
  });

  it('protects a connection or a project, and changes nothing else of the setting', async () => {
    const other = { id: 'other', url: 'https://other.example', projects: [{ id: '1' }] };
    const entry = {
      id: 'acme',
      url: 'https://acme.example',
      projects: [{ id: 1, note: 'mine' }, { id: '2' }],
    };
    const store = createSetting([entry, other, 'mine']);
    const connections = new Connections(store);
    await connections.change(setProtection('acme', undefined, 'production'));
    await connections.change(setProtection('acme', '1', 'readOnly'));
    const projects = [{ id: 1, note: 'mine', protection: 'readOnly' }, { id: '2' }];
    assert.deepEqual(store.get(), [{ ...entry, protection: 'production', projects }, other, 'mine']);
    await connections.change(setProtection('acme', undefined, undefined));
    await connections.change(setProtection('acme', '1', undefined));
    assert.deepEqual(store.get(), [entry, other, 'mine']);
  });

  it('shows the sample data last and only while it runs', () => {
    const connections = new Connections(createSetting([acme]));
    connections.setSample({ url: 'http://127.0.0.1:1', key: 'k', projects: [] });
    assert.deepEqual(
      connections.all.map(({ id }) => id),
      ['acme', 'sample-data'],
    );
    connections.setSample(undefined);
    assert.equal(connections.get('sample-data'), undefined);
  });
});

/** Two windows without notifications about each other's changes. */
function openWindows(initial: readonly unknown[]) {
  let written: unknown = initial;
  const turns = new SerialQueue();
  return [1, 2].map(() => {
    const changed = new Emitter<void>();
    let read = written;
    const store = {
      get: () => read,
      set: async (entries: unknown) => {
        read = written = entries;
        changed.fire();
      },
      onDidChange: changed.event,
    };
    const changeLock = (task: () => Promise<void>) =>
      turns.run(async () => {
        read = written;
        await task();
      });
    return { connections: new Connections(store, undefined, changeLock), written: () => written };
  });
}

describe('connections that two windows change', () => {
  const other = { ...acme, id: 'other' };
  const marked = (protection: string) => [{ ...acme, projects: [{ id: '1', name: 'Web', protection }] }];

  it('are all kept', async () => {
    const [first, second] = openWindows([]);
    await Promise.all([
      first?.connections.change((entries) => [...entries, acme]),
      second?.connections.change((entries) => [...entries, other]),
    ]);
    assert.deepEqual(first?.written(), [acme, other]);
    await first?.connections.change(removeConnection('acme'));
    await second?.connections.change(renameConnection('acme', 'Gone'));
    assert.deepEqual(second?.written(), [other]);
  });

  it('keep the protection that the other window has set', async () => {
    const [first, second] = openWindows([acme]);
    await first?.connections.change(setProtection('acme', '1', 'production'));
    await second?.connections.change(renameConnection('acme', 'Acme'));
    assert.deepEqual(second?.written(), marked('production'));
    await first?.connections.change(setProtection('acme', '1', 'readOnly'));
    await second?.connections.change(
      addProjects('acme', [
        { id: '1', name: 'Web' },
        { id: '2', name: 'App' },
      ]),
    );
    await second?.connections.change(removeProject('acme', '2'));
    assert.deepEqual(second?.written(), marked('readOnly'));
  });
});

describe('a link to a document', () => {
  const connections = new Connections(createSetting([acme]));

  it('may name a project in the tree', () => {
    assert.doesNotThrow(() => connections.requireProject({ connectionId: 'acme', projectId: '1' }));
  });

  for (const [connectionId, projectId, kind] of [
    ['acme', '2', 'unknownProject'],
    ['acme', '@current', 'unknownProject'],
    ['acme', '1/../2', 'unknownProject'],
    ['other', '1', 'unknownConnection'],
    ['sample-data', '1', 'unknownConnection'],
    ['', '', 'unknownConnection'],
  ] as const) {
    it(`may not name ${connectionId}/${projectId}`, () => {
      assert.throws(() => connections.requireProject({ connectionId, projectId }), { kind });
    });
  }
});
