import type * as vscode from 'vscode';
import { mayFocusTree, treeUses } from '#host/pages/tabs.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import type { DeckTree } from './deckTree.ts';

/**
 * Selects a node of the tree and scrolls to it; the Trash also opens. The filter gives way to a record that it hides.
 * @param isAsked the person wants to go there; else the focus stays where they went meanwhile, and so does the selection where they used the tree
 */
export async function revealNode(
  view: Pick<vscode.TreeView<DeckNode>, 'reveal'>,
  tree: DeckTree,
  shown: ShownRecords,
  node: DeckNode,
  isAsked: boolean,
): Promise<void> {
  const uses = treeUses();
  const focus = isAsked || (await mayFocusTree());
  if (!isAsked && treeUses() !== uses) return;
  if (node.type === 'record' && !shown.isShown(node.ref)) shown.setFilter(undefined);
  await tree.reveal(view, node, { select: true, focus, expand: node.type === 'trash' });
}
