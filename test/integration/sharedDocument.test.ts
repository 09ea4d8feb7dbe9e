// The history of a document that webviews edit.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isEditorActiveSoon } from '#editors/filters/isEditorActiveSoon.ts';
import { SharedDocument } from '#editors/filters/sharedDocument.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { editText } from './editText.ts';

describe('an undo that waits for its turn', () => {
  it('undoes nothing once another editor is active', async () => {
    const editor = await vscode.window.showTextDocument(await openText('first'));
    const { document } = editor;
    const other = await openText('second');
    await editText(document.uri, 'typed ', 0);
    await editText(other.uri, 'typed ', 0);

    const shared = new SharedDocument(document);
    const isActive = () => isEditorActiveSoon(document.uri);
    const edits = shared.text.turns.run(async () => vscode.window.showTextDocument(other));
    await shared.moveInHistory('undo', isActive);
    await edits;
    assert.deepEqual([document.getText(), other.getText()], ['typed first', 'typed second']);

    const isActiveAtLast = async () => {
      await eventually('the editor to be active', isActive);
      return true;
    };
    const undone = shared.moveInHistory('undo', isActiveAtLast);
    await vscode.window.showTextDocument(document); // as a page that VS Code does not yet know to have the focus
    await undone;
    assert.deepEqual([document.getText(), other.getText()], ['first', 'typed second']);
    for (const _ of [document, other])
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

const openText = (content: string) => vscode.workspace.openTextDocument({ content });
