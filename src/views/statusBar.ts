// The status bar item of connections that are not ready. A click does what helps.
import * as vscode from 'vscode';
import { maxWaitMs } from '#host/messages/waitText.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { type CommandId, filtersEditorViewType, scheme } from '#manifest.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { ConnectionStatus } from '#model/connections/connectionStatus.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import { parsePlace, parseRecordPlace } from '#model/documents/documentUri.ts';
import type { CalculationWatch } from '#model/records/calculationWatch.ts';
import { type Calculation, describeCalculation } from '#model/records/describeCalculation.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { projectNode, recordNode } from '#model/records/treeNodes.ts';
import { formatMoment } from '#text/formatTime.ts';
import { statusSentence, statusWords } from '#views/status/connectionItemStatus.ts';
import { treeIcons } from './treeIcons.ts';
import { describeProtection } from './protectionDecorations.ts';

const { t } = vscode.l10n;

const commands: Readonly<Record<Exclude<ConnectionStatus['state'], 'ready'>, CommandId>> = {
  offline: 'cohortDeck.retryConnection',
  unauthorized: 'cohortDeck.changeKey',
  throttled: 'cohortDeck.diagnoseConnection',
};

export function registerConnectionStatus(
  connections: Connections,
  statuses: ConnectionMonitor,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('cohortDeck.status', vscode.StatusBarAlignment.Left);
  item.name = t('Cohort Deck: Connections');
  const show = () => showFirst(item, connections, statuses);
  return vscode.Disposable.from(item, connections.onDidChange(show), statuses.onDidChange(show));
}

/** Requests wait for a short hold, and the item of what they wait for counts down. */
function isShown(status: ConnectionStatus): boolean {
  // oxlint-disable-next-line no-restricted-properties -- compared with a time of day, which the item shows
  if (status.state === 'throttled') return status.untilMs - Date.now() > maxWaitMs;
  return status.state !== 'ready';
}

/** The first one, in the tree's order, and how many more there are. */
function showFirst(item: vscode.StatusBarItem, connections: Connections, statuses: ConnectionMonitor): void {
  const troubled = connections.all.filter(({ id }) => isShown(statuses.of(id)));
  const [first] = troubled;
  const status = first && statuses.of(first.id);
  if (!first || !status || status.state === 'ready') return item.hide();
  const more = troubled.length > 1 ? ` ${t('(and {0} more)', troubled.length - 1)}` : '';
  const until =
    status.state === 'throttled' ? ` ${t('until {0}', formatMoment(new Date(status.untilMs)))}` : '';
  const text = `${first.name}: ${statusWords(status)}${until}${more}`;
  item.text = `$(${treeIcons[status.state]}) ${withoutLinksAndIcons(text)}`;
  item.tooltip = statusSentence(status, first.id);
  item.command = { command: commands[status.state], title: '', arguments: [first.id] };
  item.accessibilityInformation = { label: text };
  item.show();
}

// The calculation of the cohort in the active editor, in the status bar; and when to continue polling.

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

// The status bar item that stands out while a document of a production project is active.
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
