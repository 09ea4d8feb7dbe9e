// Runs in the extension host: what a tree of 10,000 cohorts costs, all of its items and one, by turns with bare items.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { parseFilter } from '#model/records/search/treeFilter.ts';
import { listNode } from '#model/records/treeNodes.ts';
import { cohortRecords, createTree, list } from '../../integration/createTree.ts';
import { json } from '../../misbehaving/acts.ts';
import { startMisbehaving } from '../../misbehaving/server.ts';

/** Milliseconds of each turn. */
export interface TreeFigures {
  readonly refresh: readonly number[];
  readonly bareRefresh: readonly number[];
  readonly one: readonly number[];
  /** From a filter that leaves all records to their items. */
  readonly filter: readonly number[];
  /** The longest time for which each step of a story kept the extension host from all else, by the step. */
  readonly blocks: Readonly<Record<string, number>>;
}

const count = 10_000;
const turns = 11;
const records = cohortRecords(count);

export async function run(): Promise<void> {
  const page = json({ count, next: null, previous: null, results: records });
  const server = await startMisbehaving(({ url, method, body }) => {
    if (!url.includes('/cohorts/5/')) return page;
    return json({ ...records[4], ...(method === 'PATCH' ? JSON.parse(body) : {}) });
  });
  const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
  const { tree, catalog, shown, orders, guard, dispose } = createTree(async () => client);
  const draw = async () => (await tree.getChildren(listNode(list))).map((node) => tree.getTreeItem(node));
  const project = { connectionId: list.connectionId, projectId: list.projectId };
  const story = {
    load: draw, // the list as well, as VS Code does for a visible tree
    filter: async () => {
      shown.setFilter(parseFilter('cohort', Date.now()));
      await draw();
      shown.setFilter(undefined);
      await draw();
    },
    sort: async () => {
      await orders.set('cohort', 'name');
      await draw();
    },
    refresh: async () => {
      await catalog.refresh(list);
      await draw();
    },
    rename: async () => {
      const approval = await guard.approve({ action: 'rename', projects: [project], detail: '' });
      await catalog.writer(approval).update({ ...list, id: 5 }, { name: 'Renamed' }, { name: 'Cohort 5' });
      await draw();
    },
  };
  const blocks: Record<string, number> = {};
  for (const [step, act] of Object.entries(story)) blocks[step] = await longestBlock(act);
  const figures = {
    refresh: [] as number[],
    bareRefresh: [] as number[],
    one: [] as number[],
    filter: [] as number[],
    blocks,
  };
  for (let turn = 0; turn <= turns; turn++) {
    await catalog.refresh(list);
    const ours = await time(async () => {
      const nodes = await tree.getChildren(listNode(list));
      return nodes.map((node) => tree.getTreeItem(node));
    });
    const bare = await time(async () => records.map(bareItem));
    if (turn === 0) continue; // what is compiled and loaded once is not measured
    figures.refresh.push(ours);
    figures.bareRefresh.push(bare);
  }
  for (let turn = 0; turn < turns; turn++) {
    await catalog.refresh(list); // records whose text was never searched
    figures.filter.push(
      await time(async () => {
        shown.setFilter(parseFilter('cohort', Date.now()));
        const nodes = await tree.getChildren(listNode(list));
        if (nodes.length !== count) throw new Error(`The filter leaves ${nodes.length} records.`);
        return nodes.map((node) => tree.getTreeItem(node));
      }),
    );
    shown.setFilter(undefined);
  }
  for (const record of records.slice(100, 200)) {
    const ref = { ...list, id: record.id };
    let redrawn: Parameters<typeof tree.getTreeItem>[0] | undefined;
    const listening = tree.onDidChangeTreeData((node) => (redrawn = Array.isArray(node) ? node[0] : node));
    figures.one.push(
      await time(async () => {
        catalog.store(ref, { ...record, name: 'Renamed' });
        if (redrawn) tree.getTreeItem(redrawn);
      }),
    );
    listening.dispose();
  }
  dispose();
  await client.close();
  await server.close();
  writeFileSync(process.env.COHORT_DECK_FIGURES ?? '', JSON.stringify(figures satisfies TreeFigures));
}

/** The least that a tree item needs to show a record. */
function bareItem({ id, name, count: persons }: (typeof records)[number]): vscode.TreeItem {
  const item = new vscode.TreeItem(name, vscode.TreeItemCollapsibleState.None);
  item.id = `${list.connectionId}/${list.projectId}/${list.kind}/${id}`;
  item.description = persons.toLocaleString();
  item.contextValue = 'cohort';
  item.iconPath = new vscode.ThemeIcon('person');
  return item;
}

/** Milliseconds for which nothing else could run, at most. */
async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const nextTick = () => new Promise((resolve) => setTimeout(resolve, 10)); // a delay is measured from tick to tick
  await nextTick();
  await work();
  await nextTick();
  delays.disable();
  return delays.max / 1e6;
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
