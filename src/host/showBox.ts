import * as vscode from 'vscode';
import { focusReturned } from './pageMessages.ts';

const settleMs = 100;

/**
 * Shows an input box or a quick pick, which gets the focus and keeps it: a tree that has loaded as the box opens takes the
 * focus for itself, because VS Code learns only after that that the tree has lost it.
 */
export async function showBox(box: vscode.QuickInput): Promise<void> {
  await focusReturned();
  const { ignoreFocusOut } = box;
  box.ignoreFocusOut = true;
  box.show();
  setTimeout(() => {
    void vscode.commands.executeCommand('workbench.action.focusQuickOpen'); // of the box that is open, if any
    box.ignoreFocusOut = ignoreFocusOut;
  }, settleMs);
}
