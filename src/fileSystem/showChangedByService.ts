// The service stored another text than was sent: the editor shows the stored one, and undo restores the typed one.
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';
import { showWarning } from '#host/showMessage.ts';
import { replaceText } from './replaceText.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

/**
 * `kept`: the text that the service stored instead of `typed`; `notTaken`: the fields that have their old values. To be called
 * once the save has ended.
 */
export async function showChangedByService(
  uri: vscode.Uri,
  title: string,
  {
    typed,
    kept,
    notTaken,
  }: { readonly typed: string; readonly kept: string; readonly notTaken: readonly string[] },
  snapshots: Snapshots,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== typed) return; // the person is typing: the next save shows it
  await replaceText(uri, kept);
  await document.save();
  const compare = t('Compare');
  const sentence =
    notTaken.length > 0
      ? t('“{0}” was saved, but the service did not change: {1}', title, notTaken.join(', '))
      : t('“{0}” was saved, but the service changed what you typed.', title);
  const choice = await showWarning(sentence, compare);
  if (choice !== compare) return;
  const before = snapshots.add(uri, typed);
  await vscode.commands.executeCommand(
    'vscode.diff',
    before,
    uri,
    t('{0}: typed ↔ saved', displayText(title)),
  );
}
