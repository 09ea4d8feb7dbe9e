// What a click on a cohort opens.
import * as vscode from 'vscode';
import { findDocumentTabs, findTabsOf } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { choosePlace, toDocument } from '#model/documents/documentUri.ts';
import { type DeckRecord, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

/**
 * `vscode.open` distinguishes a click from a double click and from Enter by itself. Not left to `resolveTreeItem`: VS Code
 * asks for no item of a list that is redrawn, and the click would open nothing.
 */
export function openFiltersCommand(
  ref: RecordRef,
  cohort: DeckRecord,
  projectName: string | undefined,
): vscode.Command {
  const tabs = findDocumentTabs(scheme).map(({ uri }) => uri);
  const place = choosePlace(toDocument(ref, 'filters'), nameOf(cohort), tabs, projectName);
  const uri = vscode.Uri.from({ scheme, ...place });
  const title = vscode.l10n.t('Edit Filters');
  const [open] = tabs.length > 0 ? findTabsOf(uri) : [];
  if (open?.viewType !== 'default') return { command: 'vscode.open', title, arguments: [uri] };
  // Already open as text: show that tab, not a second one with the filters editor.
  const options = { viewColumn: open.tab.group.viewColumn };
  return { command: 'vscode.openWith', title, arguments: [uri, open.viewType, options] };
}
