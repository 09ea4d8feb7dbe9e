import * as vscode from 'vscode';
import { toDocumentTab } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';

/**
 * Whether the cohort may be on the screen: the tree is visible, or its page or one of its documents is. The focus of the window
 * does not count: while it is in a page, VS Code may say that there is none, and a window beside another one is seen as well.
 */
export function isCohortVisible(view: { readonly visible: boolean }, ref: RecordRef): boolean {
  if (view.visible) return true;
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const uri = activeTab && toDocumentTab(activeTab)?.uri;
    const shown = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
    return shown !== undefined && isSameRecord(shown, ref);
  });
}
