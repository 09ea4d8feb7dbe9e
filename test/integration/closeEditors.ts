import * as vscode from 'vscode';
import { eventually } from '../ui/driver/eventually.ts';

/** Closes every tab and discards what is unsaved: VS Code shows an edited document that has no tab a second later. */
export async function closeEditors(): Promise<void> {
  await eventually('every tab to be closed', async () => {
    const unsaved = vscode.workspace.textDocuments.find(({ isDirty }) => isDirty);
    if (unsaved) await vscode.window.showTextDocument(unsaved);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const hasTabs = vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0);
    return !hasTabs && vscode.workspace.textDocuments.every(({ isDirty }) => !isDirty);
  });
}
