// A save that arrived, but not as it was typed: the editor shows what the service stored, and undo has the typed text.
import * as vscode from 'vscode';
import { displayText } from '#text/displayText.ts';
import { showWarning } from '#host/messages.ts';
import { replaceText } from './replaceText.ts';
import type { Snapshots } from './snapshots.ts';

const { t } = vscode.l10n;

/** `kept`: the text that the service stored instead of `typed`. To be called once the save has ended. */
export async function showChangedByService(
  uri: vscode.Uri,
  title: string,
  { typed, kept }: { readonly typed: string; readonly kept: string },
  snapshots: Snapshots,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.getText() !== typed) return; // somebody is typing: the next save shows it
  await replaceText(uri, kept);
  await document.save();
  const compare = t('Compare');
  const choice = await showWarning(
    t('“{0}” is saved, but the service changed what you typed.', title),
    compare,
  );
  if (choice !== compare) return;
  const before = snapshots.add(uri, typed);
  await vscode.commands.executeCommand(
    'vscode.diff',
    before,
    uri,
    t('{0}: typed ↔ saved', displayText(title)),
  );
}
