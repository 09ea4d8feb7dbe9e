import * as vscode from 'vscode';
import { mayFocusTree, treeUsed, watchEditors } from '#host/treeFocus.ts';
import { eventually } from '../ui/driver/eventually.ts';

describe('the focus', () => {
  const watch = watchEditors();
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
});
