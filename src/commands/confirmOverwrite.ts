import * as vscode from 'vscode';
import { askModal } from '#host/messages.ts';

const { t } = vscode.l10n;

/**
 * Asks before a change replaces what somebody else has changed meanwhile.
 * @param name of the record, with its kind
 * @param current what would be replaced, in words
 */
export async function mayOverwrite(name: string, current: string): Promise<boolean> {
  const overwrite = t('Overwrite');
  const question = t('{0} was changed meanwhile. Overwrite the change?', name);
  return (await askModal(question, current, overwrite)) === overwrite;
}

/** Throws where the person declines. */
export async function confirmOverwrite(name: string, current: string): Promise<void> {
  if (!(await mayOverwrite(name, current))) throw new vscode.CancellationError();
}
