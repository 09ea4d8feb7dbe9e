import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLog } from '#host/log.ts';
import { mayFocusTree, treeUsed, watchFocus } from '#host/pages/tabs.ts';
import { listNode, projectNode } from '#model/records/treeNodes.ts';
import { isTreeUse } from '#views/keybindingArguments.ts';
import { revealNode } from '#views/revealNode.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { createTree, list } from './createTree.ts';

const createCountingLog = (count: () => void) =>
  createLog({ debug: count, info: count, warn: count, error: count, show: () => undefined });

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
    let logged = 0;
    const log = createCountingLog(() => void logged++);
    const view = { reveal: async () => void reveals++ };
    const revealsAfter = async (act: () => void, isAsked = false) => {
      reveals = 0;
      const revealed = revealNode({ view, tree, shown, log }, node, isAsked);
      act();
      await revealed;
      return reveals;
    };
    assert.equal(await revealsAfter(() => undefined), 1);
    assert.equal(await revealsAfter(treeUsed), 0);
    assert.equal(await revealsAfter(treeUsed, true), 1);
    assert.equal(logged, 0);
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

describe('a reveal that VS Code rejects', () => {
  const dropped = () => new Error('TreeError [cohortDeck.tree] Data tree node not found: 1/record:acme/1');

  /** @param errors of one call after the other. @returns how often VS Code was asked, and how often something was logged */
  async function reveal(errors: readonly Error[], isAsked = true): Promise<readonly number[]> {
    const { tree, shown, dispose } = createTree(() => Promise.reject(new Error('offline')));
    let calls = 0;
    let logged = 0;
    const log = createCountingLog(() => void logged++);
    const view = {
      reveal: async () => {
        const error = errors[calls++];
        if (error) throw error;
      },
    };
    try {
      await revealNode({ view, tree, shown, log }, listNode(list), isAsked);
      return [calls, logged];
    } finally {
      dispose();
    }
  }

  it('because it is replacing the rows is logged, and tried once more if the person asked for it', async () => {
    assert.deepEqual(await reveal([dropped()]), [2, 1]);
    assert.deepEqual(await reveal([dropped(), dropped()]), [2, 2]);
    assert.deepEqual(await reveal([dropped()], false), [1, 1]);
  });

  it('for another reason fails', async () => {
    await assert.rejects(reveal([new Error('Cannot resolve tree item')]), /Cannot resolve tree item/);
    await assert.rejects(reveal([dropped(), new Error('Cannot resolve tree item')]), /Cannot resolve/);
  });
});
