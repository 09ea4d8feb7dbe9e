import type * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { mayFocusTree, treeUses } from '#host/pages/tabs.ts';
import type { ShownRecords } from '#model/records/search/shownRecords.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';
import type { DeckTree } from './deckTree.ts';

export interface RevealSources {
  readonly view: Pick<vscode.TreeView<DeckNode>, 'reveal'>;
  readonly tree: DeckTree;
  readonly shown: ShownRecords;
  readonly log: Log;
}

/**
 * Selects a node of the tree and scrolls to it; the Trash also opens. The filter gives way to a record that it hides.
 * @param isAsked the person wants to go there; else the focus stays where they went meanwhile, and so does the selection where they used the tree
 */
export async function revealNode(
  { view, tree, shown, log }: RevealSources,
  node: DeckNode,
  isAsked: boolean,
): Promise<void> {
  const uses = treeUses();
  const focus = isAsked || (await mayFocusTree());
  if (!isAsked && treeUses() !== uses) return;
  if (node.type === 'record' && !shown.isShown(node.ref)) shown.setFilter(undefined);
  const reveal = () => tree.reveal(view, node, { select: true, focus, expand: node.type === 'trash' });
  try {
    await reveal();
  } catch (error) {
    if (!isOfReplacedRow(error)) throw error;
    log.debug('VS Code was replacing the rows of the tree.', error);
    if (!isAsked) return; // the person may have collapsed its list by the time the rows are drawn
    await reveal().catch((again: unknown) => {
      if (!isOfReplacedRow(again)) throw again;
      log.debug('Could not show a row of the tree, because VS Code was replacing it.', again);
    });
  }
}

/**
 * Whether VS Code's window has no row for an item, because it is replacing the rows (`getDataNode` in its asyncDataTree.ts, as
 * of 1.139). Its extension host lets the next reveal wait until they are drawn.
 */
function isOfReplacedRow(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('TreeError ');
}
