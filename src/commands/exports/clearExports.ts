// Deletes all exports.
import path from 'node:path';
import * as vscode from 'vscode';
import { endOffers } from '#exports/files/resumeOffers.ts';
import { askModal, showInformation } from '#host/messages/showMessage.ts';
import { findDocumentTabs, findPanelTabs } from '#host/pages/tabs.ts';
import { comparisonViewType, personsEditorViewType } from '#manifest.ts';
import { formatCount } from '#text/formatNumber.ts';
import type { ExportFileDeps } from './showRecentExports.ts';

const { t } = vscode.l10n;

/** Suggestions from persons are removed as well. */
export async function clearExports({ directory, recentExports, seenValues }: ExportFileDeps): Promise<void> {
  const { removeAllExports, hasExports } = await import('#exports/files/removeExports.ts');
  if (recentExports.all.length === 0 && !(await hasExports(directory))) {
    seenValues.clear();
    void showInformation(t('No exports to clear.'));
    return;
  }
  const yes = t('Clear');
  const question = t(
    'Clear all exports kept by Cohort Deck? Copies that you saved elsewhere are not affected.',
  );
  if ((await askModal(question, closingText(tabsWithPersons(directory).length), yes)) !== yes) return;
  const isClosed = await vscode.window.tabGroups.close(tabsWithPersons(directory));
  if (!isClosed) return; // canceled, to save a change
  seenValues.clear();
  const count = await removeAllExports(directory);
  endOffers();
  await recentExports.clear();
  void showInformation(count === 1 ? t('Cleared 1 export.') : t('Cleared {0} exports.', formatCount(count)));
}

/** The tabs that show exports, persons or comparisons. */
function tabsWithPersons(directory: string): readonly vscode.Tab[] {
  const shown = findDocumentTabs().filter(
    ({ uri, viewType }) => viewType === personsEditorViewType || path.dirname(uri.fsPath) === directory,
  );
  // A comparison holds a file of the same folder open.
  return [...shown.map(({ tab }) => tab), ...findPanelTabs(comparisonViewType)];
}

function closingText(tabs: number): string | undefined {
  if (tabs === 0) return undefined;
  return tabs === 1
    ? t('1 tab with exports, persons or a comparison will close.')
    : t('{0} tabs with exports, persons or comparisons will close.', formatCount(tabs));
}
