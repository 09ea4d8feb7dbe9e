import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as vscode from 'vscode';
import { ApiError } from '#api/apiError.ts';
import { createClient } from '#api/client.ts';
import { dashboardSchema } from '#api/responseSchemas.ts';
import { leftOutText } from '#commands/targets/pickRecord.ts';
import { addProjects } from '#model/connections/connectionEdits.ts';
import { parseFilter } from '#model/records/search/treeFilter.ts';
import {
  connectionNode,
  listNode,
  projectNode,
  recordNode,
  tileNode,
  trashedNode,
} from '#model/records/treeNodes.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createTree, list } from './createTree.ts';
import { until } from './sampleData.ts';

/** A WeakRef holds its object up to the end of the turn. */
async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}

const count = 10_000;
const cohorts = cohortRecords(count);

describe('a tree of 10,000 cohorts', () => {
  let stop: (() => Promise<void>) | undefined;
  after(() => stop?.());

  it('has an item for each after a refresh, and redraws only what has changed', async () => {
    let results = cohorts;
    const server = await startMisbehaving(() => json({ count, next: null, previous: null, results }));
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, shown, settled, dispose } = createTree(async () => client);
    stop = async () => {
      dispose();
      await Promise.all([client.close(), server.close()]);
    };
    const [project] = await tree.getChildren();
    await tree.getChildren(project);
    // Loads both lists, as VS Code does for a visible tree.
    for (const kind of ['dashboard', 'cohort'] as const) await tree.getChildren(listNode({ ...list, kind }));
    await settled();
    const redrawn: unknown[] = [];
    tree.onDidChangeTreeData((node) => redrawn.push(node));

    tree.getTreeItem(listNode(list));
    await catalog.refresh(list);
    assert.deepEqual(redrawn, []); // a click on a button of an item that is drawn anew at that moment would be lost
    results = cohorts.map((cohort) => (cohort.id === 77 ? { ...cohort, count: 78 } : cohort));
    await catalog.refresh(list);
    await settled();
    assert.deepEqual(redrawn, [recordNode({ ...list, id: 77 })]);
    tree.getTreeItem(tree.known(recordNode({ ...list, id: 77 }))); // as VS Code does
    redrawn.length = 0;
    results = cohorts.map((cohort) => ({ ...cohort, count: 1 }));
    let isRefreshed = false;
    const refreshing = catalog.refresh(list).then(() => (isRefreshed = true));
    assert.equal((await tree.getChildren(listNode(list))).length, count);
    assert.equal(isRefreshed, false); // the items are there meanwhile
    await refreshing;
    await settled();
    assert.deepEqual([...new Set(redrawn)], [listNode(list)]);
    const nodes = await tree.getChildren(listNode(list));
    assert.equal(new Set(nodes.map((node) => tree.getTreeItem(node).label)).size, count);

    await settled();
    redrawn.length = 0;
    const [first] = cohorts;
    assert.ok(first);
    catalog.store({ ...list, id: first.id }, { ...first, name: 'Renamed' });
    await settled();
    assert.deepEqual(redrawn, [recordNode({ ...list, id: first.id })]);
    assert.equal(tree.getTreeItem(recordNode({ ...list, id: first.id })).label, 'Renamed');
    catalog.store({ ...list, id: first.id }, { ...first, name: 'Renamed' }); // read again, as while it calculates
    assert.deepEqual(redrawn, [recordNode({ ...list, id: first.id })]);

    shown.setFilter(parseFilter('1234', Date.now()));
    const [found, ...others] = await tree.getChildren(listNode(list));
    assert.deepEqual(others, []);
    assert.ok(found);
    assert.deepEqual(tree.getTreeItem(found).label, { label: 'Cohort 1234', highlights: [[7, 11]] });
    assert.equal(tree.getTreeItem(found).accessibilityInformation?.label, 'Cohort Cohort 1234, 1 person');
    assert.equal(tree.getTreeItem(listNode(list)).description, '1 of 10,000');
    catalog.store(
      { ...list, id: 5 },
      { ...first, id: 5, description: 'Everybody who has bought a loaf of bread here' },
    );
    shown.setFilter(parseFilter('cohort Loaf', Date.now()));
    const [described] = await tree.getChildren(listNode(list));
    assert.ok(described);
    const { description, accessibilityInformation: spoken } = tree.getTreeItem(described);
    assert.equal(description, '0 · static · …who has bought a loaf of bread here');
    assert.equal(spoken?.label, 'Cohort Cohort 1, 0 persons, static, …who has bought a loaf of bread here');
    shown.setFilter(parseFilter('nowhere', Date.now()));
    const [nothing] = await tree.getChildren(listNode(list));
    assert.equal(nothing && tree.getTreeItem(nothing).label, 'No matches');
    shown.setFilter(parseFilter('@mine', Date.now()));
    const [unsaid] = await tree.getChildren(listNode(list));
    assert.deepEqual(unsaid && tree.getTreeItem(unsaid).command?.arguments, ['acme']);
    shown.setFilter(undefined);
    assert.equal((await tree.getChildren(listNode(list))).length, count);
  });
});

describe('a list with a record that cannot be read', () => {
  it('has the others, and says so until each can be read', async () => {
    let results: readonly unknown[] = ['no record', ...cohortRecords(2)];
    const server = await startMisbehaving(() => json({ count: 3, next: null, previous: null, results }));
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, dispose } = createTree(async () => client);
    assert.equal((await tree.getChildren(listNode(list))).length, 2);
    assert.equal(tree.getTreeItem(listNode(list)).description, '3 · some cannot be read');
    results = cohortRecords(3);
    await catalog.refresh(list);
    assert.equal(tree.getTreeItem(listNode(list)).description, '3');
    dispose();
    await Promise.all([client.close(), server.close()]);
  });
});

describe('a connection that is gone', () => {
  it('leaves nothing of its records in the tree', async () => {
    const page = json({ count: 1, next: null, previous: null, results: cohortRecords(1) });
    const server = await startMisbehaving(() => page);
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, disconnect, dispose } = createTree(async () => client);
    const draw = async (): Promise<WeakRef<object>> => {
      await tree.getChildren((await tree.getChildren())[0]);
      await tree.getChildren(listNode(list));
      const [record] = catalog.list(list).records;
      assert.ok(record);
      return new WeakRef(record);
    };
    const drawn = await draw();
    disconnect();
    // What a request that was still open holds is released with it.
    for (let tries = 0; tries < 50 && drawn.deref() !== undefined; tries++) await collectGarbage();
    assert.equal(drawn.deref(), undefined);
    dispose();
    await client.close();
    await server.close();
  });
});

describe('a list that is longer than what is read of it', () => {
  it('says that its order is that of a part, and so does a search of it', async () => {
    const many = cohortRecords(10_001);
    const server = await startMisbehaving(({ url }) => {
      const query = new URLSearchParams(url.split('?')[1]);
      const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
      const results = many.slice(offset, offset + limit);
      const next = `/api/projects/1/cohorts/?limit=${limit}&offset=${offset + limit}`;
      return json({
        count: many.length,
        next: offset + limit < many.length ? next : null,
        previous: null,
        results,
      });
    });
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, orders, shown, dispose } = createTree(async () => client);
    await catalog.load(list);
    assert.equal(leftOutText({ catalog, lists: [list] }), undefined);
    const isRead = Promise.withResolvers<void>();
    shown.onDidChange(() => {
      const { loaded, isReading } = shown.of(list);
      if (loaded === 10_000 && !isReading) isRead.resolve();
    });
    await orders.set('cohort', 'name');
    await isRead.promise;
    assert.equal(tree.getTreeItem(listNode(list)).description, '10,001 · by name: only the first 10,000');
    assert.equal(
      leftOutText({ catalog, lists: [list] }),
      'Only the first 10,000 records of each kind in a project are searched',
    );
    await orders.set('cohort', 'service');
    assert.equal(tree.getTreeItem(listNode(list)).description, '10,001');
    dispose();
    await client.close();
    await server.close();
  });
});

describe('an open dashboard', () => {
  it('is redrawn after a refresh of its list, so that its tiles are loaded again', async () => {
    const dashboard = { id: 5, name: 'Sales', tiles: null };
    const server = await startMisbehaving(({ url }) =>
      json(
        url.includes('/dashboards/5/')
          ? { ...dashboard, tiles: [{ id: 11 }] }
          : { count: 1, next: null, previous: null, results: [dashboard] },
      ),
    );
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, dispose } = createTree(async () => client);
    const dashboards = { ...list, kind: 'dashboard' } as const;
    await tree.getChildren((await tree.getChildren())[0]);
    const [node] = await tree.getChildren(listNode(dashboards));
    tree.getTreeItem(listNode(dashboards));
    await catalog.load(list); // so that no further event fires
    await tree.whenTold();
    const redrawn: unknown[] = [];
    tree.onDidChangeTreeData((changed) => redrawn.push(changed));
    await catalog.refresh(dashboards);
    assert.deepEqual(redrawn, []);
    assert.deepEqual(await tree.getChildren(node), [tileNode({ ...dashboards, id: 5 }, 11)]);
    redrawn.length = 0;
    const read = (...ids: number[]) => {
      const tiles = ids.map((id) => ({ id }));
      catalog.store({ ...dashboards, id: 5 }, dashboardSchema.parse({ ...dashboard, tiles }));
    };
    read(11);
    assert.ok(node);
    tree.getTreeItem(node);
    redrawn.length = 0;
    read(11);
    assert.deepEqual(redrawn, []); // only read again
    read(11, 12);
    await tree.whenTold();
    assert.deepEqual(redrawn, [node]);
    await tree.getChildren(node);
    redrawn.length = 0;
    await catalog.refresh(dashboards);
    await tree.whenTold();
    assert.deepEqual(redrawn, [node]);
    dispose();
    await client.close();
    await server.close();
  });
});

describe('an item of a record or of a tile', () => {
  it('knows what a click opens before VS Code resolves it, which it does not while the list is redrawn', async () => {
    const { tree, catalog, connections, trash, dispose } = createTree(() =>
      Promise.reject(new Error('asks nothing')),
    );
    after(dispose);
    await connections.change(addProjects('acme', [{ id: '2', name: 'Web shop' }]));
    const dashboard = { ...list, kind: 'dashboard', id: 5 } as const;
    catalog.store(dashboard, dashboardSchema.parse({ id: 5, name: 'Sales', tiles: [{ id: 11 }] }));
    const deleted = { ...list, projectId: '2', id: 7 };
    await trash.add({ ref: deleted, name: 'Old', deletedAt: Date.now() });
    const tile = tileNode(dashboard, 11);
    const cohort = { ...list, id: 1 };
    catalog.store(cohort, cohorts[0] ?? assert.fail());
    const nodes = [recordNode(cohort), recordNode(dashboard), tile, trashedNode(deleted)];
    const opened = nodes.map((node) => {
      const { command } = tree.getTreeItem(node);
      const what: unknown = command?.arguments?.[0];
      return [command?.command, what instanceof vscode.Uri ? what.path : what];
    });
    assert.deepEqual(opened, [
      ['vscode.open', '/1/cohorts/1/page/Cohort 1'],
      ['vscode.open', '/1/dashboards/5/page/Sales'],
      ['cohortDeck.showTile', tile],
      ['vscode.open', '/Web shop (2)/cohorts/7/page/Old'],
    ]);
  });
});

describe('a cohort in the tree that is pinned here', () => {
  it('has a pin like a dashboard, unless its icon shows a calculation or its failure', async () => {
    const { tree, catalog, pins, dispose } = createTree(() => Promise.reject(new Error('asks nothing')));
    after(dispose);
    const [calculating, plain, isStatic, failing] = [100, 1, 7, 3].flatMap((at) => cohorts[at] ?? []);
    assert.ok(calculating && plain && isStatic && failing);
    const shown = [calculating, plain, isStatic, { ...failing, errors_calculating: 1 }];
    for (const cohort of shown) catalog.store({ ...list, id: cohort.id }, cohort);
    const refs = shown.map(({ id }) => ({ ...list, id }));
    const icons = () =>
      refs.map((ref) => {
        const { iconPath } = tree.getTreeItem(recordNode(ref));
        return iconPath instanceof vscode.ThemeIcon && iconPath.id;
      });
    assert.deepEqual(icons(), ['sync', 'person', 'checklist', 'warning']);
    await pins.set(refs, true);
    assert.deepEqual(icons(), ['sync', 'pinned', 'pinned', 'warning']);
  });
});

describe('a cohort in the tree that calculates', () => {
  it('has an icon that spins only while its calculation is polled', async () => {
    const page = json({ count: 1, next: null, previous: null, results: cohorts.slice(100, 101) });
    const server = await startMisbehaving(() => page);
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    let isSeen = false;
    const { tree, calculations, dispose } = createTree(
      async () => client,
      () => isSeen,
    );
    const [cohort] = await tree.getChildren(listNode(list));
    assert.ok(cohort);
    const look = () => {
      const { iconPath, description, accessibilityInformation } = tree.getTreeItem(cohort);
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      return { icon: iconPath.id, words: [description, accessibilityInformation?.label] };
    };
    const still = look();
    assert.equal(still.icon, 'sync');
    assert.deepEqual(still.words, ['100 · calculating…', 'Cohort Cohort 101, 100 persons, calculating…']);
    let drawn = 0;
    tree.onDidChangeTreeData((node) => (drawn += Number(node === cohort)));
    isSeen = true;
    calculations.resume();
    assert.deepEqual(look(), { ...still, icon: 'sync~spin' });
    isSeen = false;
    await until(tree.onDidChangeTreeData, () => look().icon === 'sync');
    assert.deepEqual(look(), still);
    assert.equal(drawn, 2);
    dispose();
    await client.close();
    await server.close();
  });
});

describe('the row of a project that was added as @current', () => {
  it('shows its number beside its name', async () => {
    const { tree, connections, dispose } = createTree(() =>
      Promise.reject(new Error('No service is asked.')),
    );
    const rowOf = async (project: object) => {
      await connections.change(() => [{ id: 'acme', url: 'https://acme.test', projects: [project] }]);
      const { label, description } = tree.getTreeItem(projectNode({ connectionId: 'acme', projectId: '12' }));
      return [label, description];
    };
    assert.deepEqual(await rowOf({ id: '12', name: 'Web', addedAs: '@current' }), ['Web', '12 · acme.test']);
    assert.deepEqual(await rowOf({ id: '12', name: 'Web' }), ['Web', 'acme.test']);
    assert.deepEqual(await rowOf({ id: '12', addedAs: '@current' }), ['Project 12', 'acme.test']);
    dispose();
  });
});

describe('the row of a connection', () => {
  it('has its status in the label for screen readers', () => {
    const { tree, statuses, dispose } = createTree(() => Promise.reject(new Error('No service is asked.')));
    const look = () => {
      const { description, accessibilityInformation } = tree.getTreeItem(connectionNode('acme'));
      return [description, accessibilityInformation?.label];
    };
    const [host, spoken] = look();
    statuses.reportFailure('acme', new ApiError('unauthenticated', 'The key is rejected.'));
    assert.deepEqual(look(), [
      [host, 'key needed'].filter(Boolean).join(' · '),
      `${String(spoken)}, key needed`,
    ]);
    dispose();
  });
});

describe('the row of a list that could not be loaded', () => {
  it('distinguishes a timeout from a service that cannot be reached', async () => {
    for (const [kind, words] of [
      ['timeout', 'No response in time'],
      ['network', 'Cannot connect'],
    ] as const) {
      const { tree, dispose } = createTree(() => Promise.reject(new ApiError(kind, 'The request failed.')));
      const [failed] = await tree.getChildren(listNode(list));
      assert.ok(failed);
      assert.equal(tree.getTreeItem(failed).label, words);
      assert.equal(tree.getTreeItem(listNode(list)).description, words);
      dispose();
    }
  });
});

describe('the Trash in the tree', () => {
  it('is redrawn alone when its number changes, and with its project when it appears or disappears', async () => {
    const { tree, trash, dispose } = createTree(() => Promise.reject(new Error('There is no service here.')));
    const [project] = await tree.getChildren();
    assert.ok(project);
    await tree.getChildren(project);
    const drawn: (string | undefined)[] = [];
    tree.onDidChangeTreeData((nodes) => drawn.push(...[nodes].flat().map((node) => node?.type)));
    const deleted = (id: number) => ({ ref: { ...list, id }, name: `Cohort ${id}`, deletedAt: 0 });

    await trash.add(deleted(1));
    await tree.whenTold();
    const children = await tree.getChildren(project);
    assert.deepEqual(
      children.map(({ type }) => type),
      ['list', 'list', 'trash'],
    );
    await trash.add(deleted(2));
    await tree.whenTold();
    await trash.remove(deleted(1).ref);
    await trash.remove(deleted(2).ref);
    const ofTheTrash = drawn.filter((type) => type !== 'list'); // the lists tell that they could not be loaded
    assert.deepEqual(ofTheTrash, ['project', 'trash', 'trash', 'project']);
    dispose();
  });
});
