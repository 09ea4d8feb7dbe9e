import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { Catalog, type CatalogOptions } from '#model/records/catalog.ts';
import { Connections } from '#model/connections/connections.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import { listNode, recordNode } from '#model/records/treeNodes.ts';
import { Trash } from '#model/records/trash.ts';
import { DeckTree } from '#views/deckTree.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { until } from './sampleData.ts';

const count = 10_000;
const cohorts = Array.from({ length: count }, (_, index) => ({
  ...{ id: index + 1, name: `Cohort ${index + 1}`, description: '', groups: [], deleted: false },
  ...{ filters: { properties: {} }, is_calculating: index % 100 === 0, created_by: null, created_at: null },
  ...{ last_calculation: null, errors_calculating: 0, count: index, is_static: index % 7 === 0 },
}));
const list = { connectionId: 'acme', projectId: '1', kind: 'cohort' } as const;

describe('a tree of 10,000 cohorts', () => {
  let stop: (() => Promise<void>) | undefined;
  after(() => stop?.());

  it('has an item for each after a refresh, draws one alone, and notes how long both took', async () => {
    const page = json({ count, next: null, previous: null, results: cohorts });
    const server = await startMisbehaving(() => page);
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, dispose } = createTree(async () => client);
    stop = async () => {
      dispose();
      await client.close();
      await server.close();
    };
    await tree.getChildren(listNode(list)); // loads it; VS Code has the nodes of a tree that it shows
    const redrawn: (DeckNode | undefined)[] = [];
    tree.onDidChangeTreeData((node) => redrawn.push(node));

    const refreshes: number[] = [];
    for (let turn = 0; turn < 11; turn++) {
      await catalog.refresh(list);
      const startedMs = performance.now();
      const nodes = await tree.getChildren(listNode(list));
      const items = nodes.map((node) => tree.getTreeItem(node));
      refreshes.push(performance.now() - startedMs);
      assert.equal(items.length, count);
    }
    const ones: number[] = [];
    for (let id = 101; id < 201; id++) {
      const cohort = cohorts[id - 1];
      assert.ok(cohort);
      redrawn.length = 0;
      const startedMs = performance.now();
      catalog.store({ ...list, id }, { ...cohort, name: 'Renamed' });
      assert.deepEqual(redrawn, [recordNode({ ...list, id })]);
      assert.equal(redrawn[0] && tree.getTreeItem(redrawn[0]).label, 'Renamed');
      ones.push(performance.now() - startedMs);
    }
    const file = process.env['COHORT_DECK_TREE'];
    if (file) appendFileSync(file, `${JSON.stringify({ refreshes, ones })}\n`); // the bench reads it
  });
});

describe('a cohort in the tree that calculates', () => {
  it('has an icon that turns while its calculation is followed, and else the same one still', async () => {
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

describe('the Trash in the tree', () => {
  it('is drawn alone when more comes into it, and with its project when it comes or goes', async () => {
    const { tree, trash, dispose } = createTree(() => Promise.reject(new Error('There is no service here.')));
    const [project] = await tree.getChildren();
    assert.ok(project);
    await tree.getChildren(project);
    const drawn: (string | undefined)[] = [];
    tree.onDidChangeTreeData((node) => drawn.push(node?.type));
    const deleted = (id: number) => ({ ref: { ...list, id }, name: `Cohort ${id}`, deletedAt: 0 });

    await trash.add(deleted(1));
    const children = await tree.getChildren(project);
    assert.deepEqual(
      children.map(({ type }) => type),
      ['list', 'list', 'trash'],
    );
    await trash.add(deleted(2));
    await trash.remove(deleted(1).ref);
    await trash.remove(deleted(2).ref);
    const ofTheTrash = drawn.filter((type) => type !== 'list'); // the lists tell that they could not be loaded
    assert.deepEqual(ofTheTrash, ['project', 'trash', 'trash', 'project']);
    dispose();
  });
});

/** A tree of one project, on a service that `openClient` leads to. */
function createTree(openClient: CatalogOptions['openClient'], isVisible = () => false) {
  const setting = {
    get: () => [{ id: 'acme', url: 'https://acme.test', projects: [{ id: '1' }] }],
    set: async () => undefined,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const connections = new Connections(setting);
  let kept: unknown;
  const trash = new Trash({ read: () => kept, write: async (value) => void (kept = value) });
  const catalog = new Catalog({ openClient, trash, pageSize: () => 1000, now: Date.now });
  const calculations = new CalculationWatch({
    ...{ catalog, now: Date.now, isVisible, onError: () => undefined },
  });
  const tree = new DeckTree(connections, catalog, trash, calculations);
  const dispose = () => {
    for (const item of [tree, calculations, catalog, trash, connections]) item.dispose();
  };
  return { tree, catalog, calculations, trash, dispose };
}
