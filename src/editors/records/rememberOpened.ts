// A record whose document was opened or shown again comes first in the next search.
import * as vscode from 'vscode';
import { toDocumentTab } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import type { RecentRecords } from '#model/records/recentRecords.ts';

export function rememberOpened(recents: RecentRecords): vscode.Disposable {
  return vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
    for (const tab of [...opened, ...changed].filter(({ isActive }) => isActive)) {
      const uri = toDocumentTab(tab)?.uri;
      const place = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
      if (place) void recents.add(place);
    }
  });
}
