// What a click on a dashboard or on one of its tiles opens.
import * as vscode from 'vscode';
import { findDocumentTabs } from '#host/tabs.ts';
import { type CommandId, scheme } from '#manifest.ts';
import { choosePagePlace } from '#model/documents/documentUri.ts';
import { type DeckRecord, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { NodeOf } from '#model/records/treeNodes.ts';

/** Known immediately: an item that has a command when it is clicked expands by its twistie alone. */
export function openPageCommand(
  ref: RecordRef,
  dashboard: DeckRecord,
  projectName: string | undefined,
): vscode.Command {
  const open = findDocumentTabs(scheme).map((tab) => tab.uri);
  const uri = vscode.Uri.from({
    scheme,
    ...choosePagePlace(ref, nameOf(dashboard), open, 'page', projectName),
  });
  return { command: 'vscode.open', title: vscode.l10n.t('Open Dashboard'), arguments: [uri] };
}

/** The page of its dashboard, at the tile. */
export function showTileCommand(tile: NodeOf<'tile'>): vscode.Command {
  const command = 'cohortDeck.showTile' satisfies CommandId;
  return { command, title: vscode.l10n.t('Show Tile'), arguments: [tile] };
}
