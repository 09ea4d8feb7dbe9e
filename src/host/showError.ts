// Shows an error as a message with its action and the log.
import * as vscode from 'vscode';
import { actionsOf, describeError, runAction } from './errorMessage.ts';
import type { Log } from './log.ts';
import { showErrorText } from './messages.ts';
import { isCancelled } from './userError.ts';

/**
 * Shows nothing for a cancellation. Never throws.
 * @param attempt what was tried, as a sentence; may be empty
 */
export async function showError(
  attempt: string,
  error: unknown,
  log: Log,
  connectionId?: string,
): Promise<void> {
  if (isCancelled(error)) return;
  const described = describeError(error, connectionId);
  const text = [attempt, described.message].filter((part) => part !== '').join(' ');
  log.error(attempt, error); // what the person reads may quote the service
  const showLog = vscode.l10n.t('Show Log');
  const actions = actionsOf(described);
  const buttons = [...actions.map(({ title }) => title), showLog];
  const choice = await showErrorText(text, ...buttons);
  if (choice === showLog) log.show();
  else await runAction(actions, choice);
}
