import * as vscode from 'vscode';
import type { DeckNode } from '#model/records/treeNodes.ts';

const mimeType = 'application/vnd.code.tree.cohortdeck.tree';

/** Drops tiles onto dashboards; the command then asks nothing. */
export const treeDragAndDrop: vscode.TreeDragAndDropController<DeckNode> = {
  dragMimeTypes: [mimeType],
  dropMimeTypes: [mimeType],
  handleDrag(source, transfer) {
    const tiles = source.filter((node) => node.type === 'tile');
    if (tiles.length > 0) transfer.set(mimeType, new vscode.DataTransferItem(tiles));
  },
  async handleDrop(target, transfer) {
    const tiles: unknown = transfer.get(mimeType)?.value;
    if (target?.type !== 'record' || target.ref.kind !== 'dashboard' || !Array.isArray(tiles)) return;
    await vscode.commands.executeCommand('cohortDeck.moveTile', tiles[0], target, tiles);
  },
};
