// Who looks at which cohort, and how its calculation goes where a text editor shows its filters: in the status bar.
import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';
import { activeDocumentTab, toDocumentTab } from '#host/tabs.ts';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import { type Calculation, describeCalculation } from '#model/records/calculationMessage.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import { isSameRecord, type RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/** Whether somebody can see the cohort: in the tree, or as a document that shows. A window without the focus counts as left. */
export function isVisible(view: { readonly visible: boolean }, ref: RecordRef): boolean {
  if (!vscode.window.state.focused) return false;
  if (view.visible) return true;
  return vscode.window.tabGroups.all.some(({ activeTab }) => {
    const shown = activeTab && refOf(toDocumentTab(activeTab)?.uri);
    return shown !== undefined && isSameRecord(shown, ref);
  });
}

/** Goes on with the questions when somebody looks again, and keeps the status bar. */
export function registerResults(
  view: vscode.TreeView<unknown>,
  calculations: CalculationWatch,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('cohortDeck.result', vscode.StatusBarAlignment.Left);
  item.name = t('Cohort Deck: Calculation');
  const show = () => showIn(item, calculations);
  const look = () => {
    show();
    calculations.resume();
  };
  show();
  return vscode.Disposable.from(
    item,
    calculations.onDidChange(show),
    view.onDidChangeVisibility(look),
    vscode.window.onDidChangeWindowState(look),
    vscode.window.tabGroups.onDidChangeTabs(look),
    vscode.window.tabGroups.onDidChangeTabGroups(look),
  );
}

/** The filters editor has a line of its own for it. */
function showIn(item: vscode.StatusBarItem, calculations: CalculationWatch): void {
  const active = activeDocumentTab();
  const ref = active?.viewType === filtersEditorViewType ? undefined : refOf(active?.uri);
  const calculation = ref && calculations.result(ref);
  if (!ref || !calculation) return item.hide();
  const words = describeCalculation(calculation, t);
  const turns = calculation.state === 'calculating' && calculation.isFollowed;
  item.text = `$(${icons[calculation.state]}${turns ? '~spin' : ''}) ${plainText(words)}`;
  item.tooltip = words;
  item.command = {
    command: 'cohortDeck.refresh',
    title: t('Ask Again'),
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

function refOf(uri: vscode.Uri | undefined): RecordRef | undefined {
  return uri?.scheme === scheme ? parsePlace(uri) : undefined;
}
