import type * as vscode from 'vscode';
import { mayFocusTree } from '#host/treeFocus.ts';
import { whileRevealing } from '#host/treeRedraws.ts';
import type { ShownRecords } from '#model/records/shownRecords.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import type { DeckTree } from './deckTree.ts';

/**
 * Selects a node of the tree and scrolls to it; the Trash also opens. The filter gives way to a record that it hides.
 * @param isAsked the person wants to go there; else the focus stays where they went meanwhile
 */
export async function revealNode(
  view: vscode.TreeView<DeckNode>,
  tree: DeckTree,
  shown: ShownRecords,
  node: DeckNode,
  isAsked: boolean,
): Promise<void> {
  if (node.type === 'record' && !shown.isShown(node.ref)) shown.setFilter(undefined);
  const focus = isAsked || (await mayFocusTree());
  await whileRevealing(() =>
    view.reveal(tree.known(node), { select: true, focus, expand: node.type === 'trash' }),
  );
}
