// Closes the tabs of records that are gone. One with unsaved text stays as it is.
import * as vscode from 'vscode';
import { type DocumentTab, findDocumentTabs } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';
import { isIn, type UnsavedScope } from './unsavedDocuments.ts';

/** Closes the tabs without unsaved text. */
export async function closeTabsIn(scope: UnsavedScope): Promise<void> {
  const tabs = findDocumentTabs(scheme).filter(({ tab, uri }) => !tab.isDirty && isIn(uri, scope));
  await vscode.window.tabGroups.close(
    tabs.map(({ tab }) => tab),
    true,
  );
}

export async function closeTabs(ref: RecordRef): Promise<void> {
  for (const { uri } of savedTabs(ref)) await close(ref, uri);
}

async function close(ref: RecordRef, uri: vscode.Uri): Promise<void> {
  const open = savedTabs(ref).filter((other) => other.uri.path === uri.path);
  if (open.length > 0) {
    await vscode.window.tabGroups.close(
      open.map(({ tab }) => tab),
      true,
    );
  }
}

function savedTabs(ref: RecordRef): readonly DocumentTab[] {
  return findDocumentTabs(scheme).filter(({ tab, uri }) => {
    const other = parseRecordPlace(uri);
    return !tab.isDirty && other !== undefined && isSameRecord(other, ref);
  });
}
