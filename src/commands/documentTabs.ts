// The tabs of a record's documents follow what was done to the record. One with unsaved text is never touched.
import * as vscode from 'vscode';
import { type DocumentTab, findDocumentTabs } from '../host/tabs.ts';
import { scheme } from '../manifest.ts';
import { formatPlace, parsePlace } from '../model/documents.ts';
import { isSameRecord, type RecordRef } from '../model/refs.ts';

/** Opens the record's clean tabs again under the name that it has now. A pinned one stays, or it would lose its place. */
export async function renameTabs(ref: RecordRef, name: string): Promise<void> {
  for (const { tab, uri: old, viewType } of cleanTabs(ref)) {
    const place = parsePlace(old);
    const uri = place && vscode.Uri.from({ scheme, ...formatPlace(place, name) });
    if (!uri || tab.isPinned || old.path === uri.path) continue;
    const options = { viewColumn: tab.group.viewColumn, preserveFocus: true, preview: tab.isPreview };
    await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
    await close(ref, old); // a preview has been replaced by the one that was just opened
  }
}

export async function closeTabs(ref: RecordRef): Promise<void> {
  for (const { uri } of cleanTabs(ref)) await close(ref, uri);
}

async function close(ref: RecordRef, uri: vscode.Uri): Promise<void> {
  const open = cleanTabs(ref).filter((other) => other.uri.path === uri.path);
  if (open.length > 0) {
    await vscode.window.tabGroups.close(
      open.map(({ tab }) => tab),
      true,
    );
  }
}

function cleanTabs(ref: RecordRef): readonly DocumentTab[] {
  return findDocumentTabs(scheme).filter(({ tab, uri }) => {
    const other = parsePlace(uri);
    return !tab.isDirty && other !== undefined && isSameRecord(other, ref);
  });
}
