import * as vscode from 'vscode';
import { toDocumentTab } from '#host/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';

/**
 * Whether the cohort may be on the screen: the tree is visible, or its page or one of its documents is. Never in a window without
 * the focus.
 */
export function isCohortVisible(view: { readonly visible: boolean }, ref: RecordRef): boolean {
  if (!vscode.window.state.focused) return false;
  if (view.visible) return true;
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const uri = activeTab && toDocumentTab(activeTab)?.uri;
    const shown = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
    return shown !== undefined && isSameRecord(shown, ref);
  });
}
