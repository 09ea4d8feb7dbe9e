import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { mayFocusTree, treeUsed, watchFocus } from '#host/pages/tabs.ts';
import { listNode, projectNode } from '#model/records/treeNodes.ts';
import { isTreeUse } from '#views/keybindingArguments.ts';
import { revealNode } from '#views/revealNode.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createTree, list } from './createTree.ts';

describe('the focus', () => {
  const watch = watchFocus();
  after(() => watch.dispose());

  it('may go to the tree, unless a text editor was used after the tree', async () => {
    treeUsed();
    await eventually('the tree', mayFocusTree);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'a' }));
    await eventually('the editor that was opened', async () => !(await mayFocusTree()));
    treeUsed();
    await eventually('the tree again', mayFocusTree);
    await vscode.commands.executeCommand('type', { text: 'b' });
    await eventually('the editor that was typed in', async () => !(await mayFocusTree()));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await eventually('the tree, with no editor left', mayFocusTree);
  });

  it('stays in a terminal that was used after the tree, until it is closed, also with no editor open', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    treeUsed();
    await eventually('the tree', mayFocusTree);
    const pty = {
      onDidWrite: () => ({ dispose: () => undefined }),
      open: () => undefined,
      close: () => undefined,
    };
    const terminal = vscode.window.createTerminal({ name: 'Terminal', pty });
    terminal.show();
    await eventually('the terminal', async () => !(await mayFocusTree()));
    terminal.dispose();
    await eventually('the tree, with no terminal left', mayFocusTree);
  });

  it('and the selection stay on the row that was used before a record could be revealed', async () => {
    const { tree, shown, dispose } = createTree(() => Promise.reject(new Error('offline')));
    const node = listNode(list);
    let reveals = 0;
    const view = { reveal: async () => void reveals++ };
    const revealsAfter = async (act: () => void, isAsked = false) => {
      reveals = 0;
      const revealed = revealNode(view, tree, shown, node, isAsked);
      act();
      await revealed;
      return reveals;
    };
    assert.equal(await revealsAfter(() => undefined), 1);
    assert.equal(await revealsAfter(treeUsed), 0);
    assert.equal(await revealsAfter(treeUsed, true), 1);
    dispose();
  });

  it('counts a key in the tree or the menu of an item as a use of the tree, and no command that code runs', async () => {
    const { tree, dispose } = createTree(() => Promise.reject(new Error('offline')));
    const [item] = await tree.getChildren();
    assert.ok(item);
    const isUse = (...given: readonly unknown[]) => isTreeUse(tree, given);
    assert.deepEqual(
      [isUse([item]), isUse([]), isUse(item, undefined), isUse(item, [item])],
      [true, true, true, true],
    );
    const ofCode = projectNode({ connectionId: 'acme', projectId: '1' });
    assert.equal(ofCode.id, item.id);
    assert.deepEqual([isUse(), isUse(ofCode), isUse(ofCode, undefined, 'New name')], [false, false, false]);
    dispose();
  });
});
