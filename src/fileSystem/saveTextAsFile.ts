import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { showStatus } from '#host/showMessage.ts';

const { t } = vscode.l10n;

/** Asks where a text is saved that the service does not take. */
export async function saveTextAsFile(uri: vscode.Uri, text: string): Promise<void> {
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
