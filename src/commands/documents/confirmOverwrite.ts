import * as vscode from 'vscode';
import { askModal } from '#host/messages/showMessage.ts';

const { t } = vscode.l10n;

/**
 * Asks whether a change may replace what somebody else has changed since the person has seen it.
 * @param record its name, with its kind
 * @param detail what would be replaced, and by what
 */
export type MayOverwrite = (record: string, detail: string) => Promise<boolean>;

export const confirmOverwrite: MayOverwrite = async (record, detail) => {
  const overwrite = t('Overwrite');
  const question = t('{0} was changed on the service. Overwrite the change?', record);
  return (await askModal(question, detail, overwrite)) === overwrite;
};
