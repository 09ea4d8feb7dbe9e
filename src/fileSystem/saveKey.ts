import * as vscode from 'vscode';

/** The key that saves by hand, as this machine writes it. */
export function saveKey(): string {
  return process.platform === 'darwin' ? '⌘S' : vscode.l10n.t('Ctrl+S');
}
