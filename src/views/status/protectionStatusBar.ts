// The status bar item that stands out while a document of a production project is active.
import * as vscode from 'vscode';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { scheme } from '#manifest.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { parseRecordPlace } from '#model/documents/documentUri.ts';
import { projectNode } from '#model/records/treeNodes.ts';
import { describeProtection } from '#views/protectionText.ts';

const { t } = vscode.l10n;

export function registerProtectionStatus(guard: WriteGuard): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('cohortDeck.protection', vscode.StatusBarAlignment.Left);
  item.name = t('Cohort Deck: Production');
  item.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
  item.tooltip = describeProtection('production');
  const show = () => showProtection(item, guard);
  show();
  return vscode.Disposable.from(
    item,
    guard.onDidChange(show),
    vscode.window.tabGroups.onDidChangeTabs(show),
    vscode.window.tabGroups.onDidChangeTabGroups(show),
    vscode.window.onDidChangeActiveTextEditor(show),
  );
}

function showProtection(item: vscode.StatusBarItem, guard: WriteGuard): void {
  // A comparison shows two documents; the one with the focus is the text editor's.
  const uri = activeDocumentTab()?.uri ?? vscode.window.activeTextEditor?.document.uri;
  const ref = uri?.scheme === scheme ? parseRecordPlace(uri) : undefined;
  if (!ref || guard.protectionOf(ref) !== 'production') return item.hide();
  item.text = `$(warning) ${withoutLinksAndIcons(t('Production: {0}', guard.projectName(ref)))}`;
  const { connectionId, projectId } = ref;
  item.command = {
    command: 'cohortDeck.setProtection',
    title: t('Set Protection…'),
    arguments: [projectNode({ connectionId, projectId })],
  };
  item.show();
}
