// The parts of a record's item that are needed only on hover.
import * as vscode from 'vscode';
import { findDocumentTabs, findTabsOf } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { choosePlace, toDocument } from '#model/documents/documentUri.ts';
import { type DeckRecord, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { createRecordTooltip } from './recordTooltip.ts';

/** Adds the tooltip, and the command of a click. @param projectName for the title of a tab */
export function resolveRecordItem(
  item: vscode.TreeItem,
  ref: RecordRef,
  record: DeckRecord,
  projectName: string | undefined,
): void {
  item.tooltip = createRecordTooltip(record);
  const command = createOpenCommand(ref, record, projectName);
  if (command) item.command = command;
}

/**
 * Resolved at the moment of the click, because the URI depends on the cohort's name and on the open tabs. Undefined for
 * a dashboard, whose item has its command already. `vscode.open` distinguishes a click from a double click and from Enter
 * by itself.
 */
function createOpenCommand(
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
