// The tree in its view: the items that the window shows are those that its extension host knows.
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { extensionId, treeViewId } from '#manifest.ts';
import { type DeckNode, listNode } from '#model/records/treeNodes.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createTree, list } from './createTree.ts';

/** When a change comes, counted from the moment at which the tree gives VS Code the items of the list. */
const moments: readonly ((change: () => void) => void)[] = [
  (change) => setImmediate(change),
  (change) => setImmediate(() => setImmediate(change)),
  (change) => setTimeout(change, 1),
  (change) => setTimeout(change, 3),
  (change) => queueMicrotask(change),
  (change) => change(),
];

describe('the tree in its view', () => {
  it('has only items that the extension host knows, whenever its lists change while it is drawn', async () => {
    const count = 20;
    const records = cohortRecords(count);
    await vscode.extensions.getExtension(extensionId)?.activate(); // its own tree gives way to this one
    const server = await startMisbehaving(({ url }) =>
      json({ count, next: null, previous: null, results: url.includes('cohorts') ? records : [] }),
    );
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, catalog, pins, dispose } = createTree(async () => client);
    await catalog.load(list);
    await catalog.load({ ...list, kind: 'dashboard' });
    const cohorts = tree.known(listNode(list));

    /** Runs as soon as VS Code has been given the items of the list. */
    let afterAnswer: (() => void) | undefined;
    let drawn = 0;
    const view = vscode.window.createTreeView<DeckNode>(treeViewId, {
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: tree.onDidChangeTreeData,
        getTreeItem: (node) => {
          if (node.id === cohorts.id) drawn++;
          return tree.getTreeItem(node);
        },
        getParent: (node) => tree.getParent(node),
        getChildren: async (node) => {
          const children = await tree.getChildren(node);
          if (node?.id === cohorts.id) {
            afterAnswer?.();
            afterAnswer = undefined;
          }
          return children;
        },
      },
    });
    const run = (command: string) => vscode.commands.executeCommand(command);
    let isPinned = false;
    const change = () => void pins.set([{ ...list, id: 1 }], (isPinned = !isPinned));
    /** VS Code puts off a change that follows another within a fifth of a second; once it is drawn, the next one is not. */
    const changeAndRest = async () => {
      for (let isLate = false; !isLate;) {
        const before = drawn;
        change();
        await new Promise(setImmediate);
        isLate = drawn === before;
        await eventually('the list to be drawn', async () => drawn > before);
      }
    };

    /** Waits until as many rows are shown, and the extension host knows each. */
    const rowsAreKnown = (rows: number) =>
      eventually(`${rows} rows to be shown and known`, async () => {
        await run(`${treeViewId}.focus`);
        await run('list.focusFirst');
        await run('list.selectAll');
        return view.selection.length === rows;
      });
    const focusCohorts = async () => {
      for (const step of ['list.focusFirst', 'list.focusDown', 'list.focusDown']) await run(step);
    };

    for (let round = 0; round < 2 * moments.length; round++) {
      await rowsAreKnown(3); // the project and its lists
      await changeAndRest();
      const answered = Promise.withResolvers<void>();
      afterAnswer = () => {
        moments[round % moments.length]?.(change);
        answered.resolve();
      };
      await focusCohorts();
      await run('list.expand');
      await answered.promise;
      await rowsAreKnown(3 + count);
      await focusCohorts();
      await run('list.collapse');
    }
    view.dispose();
    dispose();
    await client.close();
    await server.close();
  });
});
