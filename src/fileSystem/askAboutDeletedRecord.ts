// The question that a person is asked when a save finds that the record is deleted.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { askModalFor, showStatus } from '#host/messages/showMessage.ts';

const { t } = vscode.l10n;

/** Asks what to do with an unsaved text whose record is deleted. */
export async function askAboutDeletedRecord(
  uri: vscode.Uri,
  title: string,
  text: string,
): Promise<'restore' | undefined> {
  const restore = t('Restore with This Text');
  const saveFile = t('Save as File…');
  const choice = await askModalFor<vscode.MessageItem>(
    t('“{0}” was deleted on the service after you opened it.', title),
    t('Nothing was sent, and your text is still here.'),
    ...[restore, saveFile].map((button) => ({ title: button })),
    { title: t('Keep Editing'), isCloseAffordance: true },
  );
  if (choice?.title === restore) return 'restore';
  if (choice?.title === saveFile) await saveTextAsFile(uri, text);
  return undefined;
}

/** Asks where a text is saved that the service does not take. */
async function saveTextAsFile(uri: vscode.Uri, text: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const target = await vscode.window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, path.posix.basename(uri.path)),
    title: t('Save Text as File'),
    filters: { JSON: ['json'] },
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, Buffer.from(text));
  showStatus(t('Saved as {0}', path.posix.basename(target.path)), 5000, 'check');
}
