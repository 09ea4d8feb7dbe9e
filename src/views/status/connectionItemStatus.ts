// How the row of a connection shows that it is not ready: an icon, a word, and the one action that helps, which package.json
// puts beside it by the context value.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import { formatMoment } from '#text/formatTime.ts';
import type { ConnectionStatus } from '#model/connections/connectionStatus.ts';
import { type ItemSources, joinDescription, joinLabel } from '#views/plainTreeItem.ts';
import { themeIcon } from '#views/treeIcons.ts';

const { t } = vscode.l10n;

/** Two words, because the row is narrow; undefined if the connection is ready. */
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

/** What happened and what to do; undefined if the connection is ready. */
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

/** Leaves the item of a connection that is ready and without failed changes as it is. */
export function addStatus(
  item: vscode.TreeItem,
  connectionId: string,
  { status, failedChanges }: Pick<ItemSources, 'status' | 'failedChanges'>,
): void {
  const now = status(connectionId);
  const words = statusWords(now);
  if (now.state !== 'ready') {
    item.iconPath = themeIcon(now.state);
    item.tooltip = statusSentence(now, connectionId);
    item.contextValue = `${item.contextValue ?? ''} ${now.state}`;
  }
  const failed = failedChanges(connectionId);
  const count = failed.length > 0 ? t('{0} to retry', failed.length) : '';
  if (failed.length > 0) {
    const tooltip = typeof item.tooltip === 'string' ? [item.tooltip] : [];
    item.tooltip = [...tooltip, ...failed.map(({ attempt }) => attempt)].join('\n');
    item.contextValue = `${item.contextValue ?? ''} ${failedChangesContext}`;
  }
  item.description = joinDescription(words, count, item.description);
  const spoken = item.accessibilityInformation;
  if (spoken) item.accessibilityInformation = { ...spoken, label: joinLabel(spoken.label, words, count) };
}

const failedChangesContext = 'unsent';
