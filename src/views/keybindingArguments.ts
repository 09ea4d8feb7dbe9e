import type * as vscode from 'vscode';
import type { DeckTree } from './deckTree.ts';

/**
 * The arguments of a command as a menu passes them: an item, and all that are selected. A keybinding passes the focused
 * item in an array. VS Code puts it there when it runs the command (`$focusedTreeItem` in package.json, which VS Code
 * itself passes to commands in the title of a view; no documentation has it). To be called immediately: what has the focus
 * and what is selected may change while the command loads.
 */
export function argumentsOfKeybinding(
  view: vscode.TreeView<unknown>,
  given: readonly unknown[],
): readonly unknown[] {
  const [pressed] = given;
  return Array.isArray(pressed) ? [pressed[0], view.selection] : given;
}

/** Whether a key in the tree or the menu of an item has run a command, and not code, which passes a node of its own. */
export function isTreeUse(tree: Pick<DeckTree, 'isOwn'>, [item]: readonly unknown[]): boolean {
  return Array.isArray(item) || tree.isOwn(item);
}
