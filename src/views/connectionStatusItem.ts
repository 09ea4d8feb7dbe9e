// How the row of a connection shows that it is not ready: an icon, a word, and the one action that helps, which package.json
// puts beside it by the context value.
import * as vscode from 'vscode';
import { describeError, formatMoment } from '#host/errorMessage.ts';
import type { ConnectionStatus } from '#model/connections/connectionStatus.ts';
import { themeIcon } from './treeIcons.ts';
import { joinDescription, joinLabel } from './treeItem.ts';

const { t } = vscode.l10n;

/** Two words, because the row is narrow; undefined where the connection is ready. */
export function statusWords(status: ConnectionStatus): string | undefined {
  switch (status.state) {
    case 'ready':
      return undefined;
    case 'offline':
      return t('offline');
    case 'unauthorized':
      return t('key needed');
    case 'throttled':
      return t('rate limit');
  }
}

/** What happened and what to do; undefined where the connection is ready. */
export function statusSentence(status: ConnectionStatus, connectionId: string): string | undefined {
  switch (status.state) {
    case 'ready':
      return undefined;
    case 'offline':
      return t('{0} Reconnecting automatically.', describeError(status.error, connectionId).message);
    case 'unauthorized':
      return describeError(status.error, connectionId).message;
    case 'throttled':
      return t(
        'Rate limit reached. The service accepts requests again at {0}. Your whole team shares the limit.',
        formatMoment(new Date(status.untilMs)),
      );
  }
}

/** Leaves the item of a connection that is ready as it is. */
export function addStatus(item: vscode.TreeItem, status: ConnectionStatus, connectionId: string): void {
  if (status.state === 'ready') return;
  item.iconPath = themeIcon(status.state);
  const words = statusWords(status);
  item.description = joinDescription(words, item.description);
  const spoken = item.accessibilityInformation;
  if (spoken) item.accessibilityInformation = { ...spoken, label: joinLabel(spoken.label, words) };
  item.tooltip = statusSentence(status, connectionId);
  item.contextValue = `${item.contextValue ?? ''} ${status.state}`;
}
