// What a person expands, collapses and selects in the tree stays as they left it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { parseFilter } from '#model/records/search/treeFilter.ts';
import { type DeckNode, listNode, projectNode } from '#model/records/treeNodes.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createTree, list } from './createTree.ts';
import { until } from './sampleData.ts';

/** What a person does in the view of a tree. */
function createFolds() {
  const expanded = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<DeckNode>>();
  const collapsed = new vscode.EventEmitter<vscode.TreeViewExpansionEvent<DeckNode>>();
  const selection: DeckNode[] = [];
  return {
    selection,
    onDidExpandElement: expanded.event,
    onDidCollapseElement: collapsed.event,
    expand: (element: DeckNode) => expanded.fire({ element }),
    collapse: (element: DeckNode) => collapsed.fire({ element }),
  };
}

const asksNothing = () => Promise.reject(new Error('asks nothing'));
const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;

describe('what is open in the tree', () => {
  it('stays open when a second connection moves it below its own', async () => {
    const { tree, connections, dispose } = createTree(asksNothing);
    const view = createFolds();
    const other = listNode({ ...list, kind: 'dashboard' });
    tree.watch(view);
    for (const element of [listNode(list), other]) view.expand(element);
    view.collapse(other);
    await connections.change((entries) => [
      ...entries,
      { id: 'other', name: 'Other', url: 'https://other.test', projects: [] },
    ]);
    const states = [listNode(list), other].map((node) => tree.getTreeItem(node).collapsibleState);
    assert.deepEqual(states, [Expanded, Collapsed]);
    dispose();
  });

  it('stays open where the settings of the connection have a typing mistake for a while', async () => {
    const { tree, connections, dispose } = createTree(asksNothing);
    const view = createFolds();
    tree.watch(view);
    view.expand(listNode(list));
    let right: readonly unknown[] = [];
    await connections.change((entries) => {
      right = entries;
      return entries.map((entry) => ({ ...Object(entry), url: 'no address' }));
    });
    assert.deepEqual(connections.all, []);
    await connections.change(() => right);
    assert.equal(tree.getTreeItem(listNode(list)).collapsibleState, Expanded);
    dispose();
  });

  it('is as the person left it after a filter, also if they were faster than the tree', () => {
    const { tree, shown, dispose } = createTree(asksNothing);
    const view = createFolds();
    tree.watch(view);
    const draw = () => tree.getTreeItem(listNode(list)).collapsibleState;
    const filter = (text?: string) =>
      shown.setFilter(text === undefined ? undefined : parseFilter(text, Date.now()));
    view.expand(listNode(list));
    filter('a');
    view.collapse(listNode(list)); // before the filtered tree is drawn
    assert.equal(draw(), Expanded);
    filter();
    assert.equal(draw(), Collapsed);
    view.expand(listNode(list));
    filter('a');
    assert.equal(draw(), Expanded);
    filter();
    view.collapse(listNode(list)); // the filtered one: what is drawn next is open
    assert.equal(draw(), Expanded);
    filter('a');
    draw();
    filter();
    assert.equal(draw(), Expanded);
    dispose();
  });

  it('is closed after Collapse All, also where a filter has shown it since it was opened', () => {
    const { tree, shown, dispose } = createTree(asksNothing);
    const view = createFolds();
    tree.watch(view);
    const draw = () => tree.getTreeItem(listNode(list)).collapsibleState;
    for (const element of [projectNode(list), listNode(list)]) view.expand(element);
    shown.setFilter(parseFilter('a', Date.now()));
    assert.equal(draw(), Expanded);
    shown.setFilter(undefined);
    assert.equal(draw(), Expanded);
    view.collapse(projectNode(list)); // Collapse All says no more
    assert.equal(draw(), Collapsed);
    dispose();
  });
});

describe('several selected records', () => {
  // VS Code drops the selected items below a selected one that is redrawn alone.
  it('are redrawn with all between them, so that they stay selected', async () => {
    const [first, second, third] = cohortRecords(3);
    assert.ok(first && second && third);
    const page = json({ count: 3, next: null, previous: null, results: [first, second, third] });
    const server = await startMisbehaving(() => page);
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, dispose } = createTree(async () => client);
    const view = createFolds();
    tree.watch(view);
    await tree.getChildren((await tree.getChildren())[0]);
    await tree.getChildren(listNode({ ...list, kind: 'dashboard' }));
    const nodes = await tree.getChildren(listNode(list));
    await tree.whenTold();
    const redrawn: unknown[] = [];
    tree.onDidChangeTreeData((node) => redrawn.push(node));
    const rename = async (cohort: typeof first, name: string) => {
      catalog.store({ ...list, id: cohort.id }, { ...cohort, name });
      await tree.whenTold();
    };

    view.selection.push(...nodes.slice(0, 1));
    await rename(first, 'Alone');
    view.selection.push(...nodes.slice(1, 2));
    await rename(third, 'Not selected');
    await rename(first, 'One of two');
    view.selection.push(listNode({ ...list, kind: 'dashboard' }));
    await rename(second, 'Not all in one list');
    assert.deepEqual(redrawn, [nodes[0], nodes[2], listNode(list), undefined]);
    dispose();
    await client.close();
    await server.close();
  });
});

describe('an expanded item', () => {
  it('is redrawn if VS Code makes it and never asks what is below it, also one that only a filter expands', async () => {
    const { tree, shown, dispose } = createTree(asksNothing);
    const view = createFolds();
    tree.watch(view);
    const [project] = await tree.getChildren();
    assert.ok(project);
    let isTold = false;
    tree.onDidChangeTreeData((nodes) => (isTold ||= [nodes].flat().includes(project)));
    tree.getTreeItem(project);
    await until(tree.onDidChangeTreeData, () => isTold);
    await tree.getChildren(project);
    view.collapse(project);
    shown.setFilter(parseFilter('shops', 0));
    await tree.whenTold();
    isTold = false;
    tree.getTreeItem(project);
    await until(tree.onDidChangeTreeData, () => isTold);
    dispose();
  });
});
