// Whether code may give the focus to the tree: not if a person has moved to an editor or terminal while a command was
// running. VS Code does not say what has the focus, so this follows what was used last.
import * as vscode from 'vscode';
import { isPageFocused } from './pageFocus.ts';
import { isQuickInputOpen } from '#host/input/showQuickInput.ts';

let lastUsed: 'tree' | 'editor' | 'terminal' = 'tree';
let uses = 0;

/** A command was run on an item of the tree, or by a key in it. */
export function treeUsed(): void {
  lastUsed = 'tree';
  uses++;
}

/** How often the tree was used: another number later means that it was used meanwhile. */
export function treeUses(): number {
  return uses;
}

/** Follows editors and terminals alone: a page is asked whether it has the focus when that matters. */
export function watchFocus(): vscode.Disposable {
  const editorUsed = (): void => void (lastUsed = 'editor');
  const terminalUsed = (): void => void (lastUsed = 'terminal');
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && editorUsed()),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && editorUsed()),
    vscode.window.onDidChangeActiveTerminal((terminal) => terminal && terminalUsed()),
  );
}

export async function mayFocusTree(): Promise<boolean> {
  if (await isPageFocused()) return false;
  const { activeTerminal, tabGroups } = vscode.window;
  const isEditorUsed = lastUsed === 'editor' && tabGroups.activeTabGroup.activeTab !== undefined;
  const isTerminalUsed = lastUsed === 'terminal' && activeTerminal !== undefined;
  return !isQuickInputOpen() && !isEditorUsed && !isTerminalUsed; // as it is now, not before the page replied
}
