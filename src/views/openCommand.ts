// What a click on a record opens.
import * as vscode from 'vscode';
import { findDocumentTabs, findTabsOf } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { choosePagePlace, choosePlace, toDocument } from '#model/documents/documentUri.ts';
import { type DeckRecord, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

/** Known at once, unlike a cohort's: an item that has a command when it is clicked expands by its twistie alone. */
export function openPage(ref: RecordRef, dashboard: DeckRecord): vscode.Command {
  const open = findDocumentTabs(scheme).map((tab) => tab.uri);
  const uri = vscode.Uri.from({ scheme, ...choosePagePlace(ref, nameOf(dashboard), open) });
  return { command: 'vscode.open', title: vscode.l10n.t('Open Dashboard'), arguments: [uri] };
}

/**
 * Resolved at the moment of the click, because the URI depends on the cohort's name and on the open tabs. Undefined for
 * a dashboard, whose item has its command already. `vscode.open` distinguishes a click from a double click and from Enter by itself.
 */
export function createOpenCommand(
  ref: RecordRef,
  record: DeckRecord,
  projectName: string | undefined,
): vscode.Command | undefined {
  if (ref.kind !== 'cohort') return undefined;
  const tabs = findDocumentTabs(scheme).map(({ uri }) => uri);
  const place = choosePlace(toDocument(ref, 'filters'), nameOf(record), tabs, projectName);
  const uri = vscode.Uri.from({ scheme, ...place });
  const title = vscode.l10n.t('Edit Filters');
  const [open] = findTabsOf(uri);
  if (open?.viewType !== 'default') return { command: 'vscode.open', title, arguments: [uri] };
  // Already open as text: show that tab, not a second one with the filters editor.
  const options = { viewColumn: open.tab.group.viewColumn };
  return { command: 'vscode.openWith', title, arguments: [uri, open.viewType, options] };
}
