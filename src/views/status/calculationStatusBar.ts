// The calculation of the cohort in the active editor, in the status bar; and when to continue polling.
import * as vscode from 'vscode';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import { type Calculation, describeCalculation } from '#model/records/describeCalculation.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/** Also resumes polling when a cohort becomes visible again. */
export function registerCalculationStatus(
  view: vscode.TreeView<unknown>,
  calculations: CalculationWatch,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('cohortDeck.result', vscode.StatusBarAlignment.Left);
  item.name = t('Cohort Deck: Calculation');
  const show = () => showCalculation(item, calculations);
  const update = () => {
    show();
    calculations.resume();
  };
  show();
  return vscode.Disposable.from(
    item,
    calculations.onDidChange(show),
    view.onDidChangeVisibility(update),
    vscode.window.onDidChangeWindowState(update),
    vscode.window.tabGroups.onDidChangeTabs(update),
    vscode.window.tabGroups.onDidChangeTabGroups(update),
  );
}

/** Hidden for the filters editor, which shows the calculation itself. */
function showCalculation(item: vscode.StatusBarItem, calculations: CalculationWatch): void {
  const active = activeDocumentTab();
  const ref = active?.viewType === filtersEditorViewType ? undefined : shownCohort(active?.uri);
  const calculation = ref && calculations.result(ref);
  if (!ref || !calculation) return item.hide();
  const text = describeCalculation(calculation, t);
  const isSpinning = calculation.state === 'calculating' && calculation.isPolling;
  const short = calculation.state === 'failed' ? t('The calculation failed.') : text; // VS Code cuts what is long
  item.text = `$(${icons[calculation.state]}${isSpinning ? '~spin' : ''}) ${withoutLinksAndIcons(short)}`;
  item.tooltip = text;
  item.command = {
    command: 'cohortDeck.refresh',
    title: t('Refresh'),
    arguments: [recordNode(ref)],
  };
  item.show();
}

const icons: Readonly<Record<Calculation['state'], string>> = {
  calculating: 'sync',
  stuck: 'sync',
  done: 'person',
  failed: 'warning',
};

function shownCohort(uri: vscode.Uri | undefined): RecordRef | undefined {
  return uri?.scheme === scheme ? parsePlace(uri) : undefined;
}
