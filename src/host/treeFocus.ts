// Whether code may give the focus to the tree: not where a person has gone on to an editor while a command was running. VS
// Code does not say what has the focus, so this follows what was used last.
import * as vscode from 'vscode';
import { isPageFocused } from './pageMessages.ts';
import { isBoxOpen } from './showBox.ts';

let isTreeLast = true;

/** A command was run on an item of the tree, or by a key in it. */
export function treeUsed(): void {
  isTreeLast = true;
}

/** Pages are asked instead. */
export function watchEditors(): vscode.Disposable {
  const editorUsed = (): void => {
    isTreeLast = false;
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor((editor) => editor && editorUsed()),
    vscode.window.onDidChangeTextEditorSelection(({ kind }) => kind !== undefined && editorUsed()),
    vscode.window.onDidChangeActiveTerminal((terminal) => terminal && editorUsed()),
  );
}

export async function mayFocusTree(): Promise<boolean> {
  if (await isPageFocused()) return false;
  const isUsedElsewhere = !isTreeLast && vscode.window.tabGroups.activeTabGroup.activeTab !== undefined;
  return !isBoxOpen() && !isUsedElsewhere; // as it is now, not before the page replied
}
