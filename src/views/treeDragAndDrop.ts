import * as vscode from 'vscode';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { DeckNode } from '#model/records/treeNodes.ts';

const mimeType = 'application/vnd.code.tree.cohortdeck.tree';

/** Drops tiles onto dashboards. Tiles of a read-only project cannot be dragged. */
export function createTreeDragAndDrop(guard: WriteGuard): vscode.TreeDragAndDropController<DeckNode> {
  return {
    dragMimeTypes: [mimeType],
    dropMimeTypes: [mimeType],
    handleDrag(source, transfer) {
      const tiles = source.filter(
        (node) => node.type === 'tile' && guard.protectionOf(node.ref) !== 'readOnly',
      );
      if (tiles.length > 0) transfer.set(mimeType, new vscode.DataTransferItem(tiles));
    },
    async handleDrop(target, transfer) {
      const tiles: unknown = transfer.get(mimeType)?.value;
      if (target?.type !== 'record' || target.ref.kind !== 'dashboard' || !Array.isArray(tiles)) return;
      await vscode.commands.executeCommand('cohortDeck.moveTile', tiles[0], target, tiles);
    },
  };
}
