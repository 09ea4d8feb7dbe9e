// The status bar item of connections that are not ready. A click does what helps.
import * as vscode from 'vscode';
import { formatMoment } from '#text/formatTime.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { maxWaitMs } from '#host/messages/waitText.ts';
import type { CommandId } from '#manifest.ts';
import type { ConnectionStatus } from '#model/connections/connectionStatus.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { Connections } from '#model/connections/connections.ts';
import { statusSentence, statusWords } from './connectionItemStatus.ts';
import { treeIcons } from '#views/treeIcons.ts';

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
