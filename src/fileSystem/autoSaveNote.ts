// Auto save by delay leaves our documents alone (package.json's `configurationDefaults`): each save changes the service. A
// person whose other files save by themselves is told so once.
import * as vscode from 'vscode';
import { showInformation } from '#host/messages.ts';
import { languageId, scheme } from '#manifest.ts';
import type { Memory } from '#model/storage/memory.ts';

const { t } = vscode.l10n;

/** @param memory whether it was said */
export function registerAutoSaveNote(memory: Memory): vscode.Disposable {
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme !== scheme || !document.isDirty || !isLeftOut(document)) return;
    subscription.dispose();
    if (memory.read() !== true) void showNote(memory);
  });
  return subscription;
}

function isLeftOut({ uri }: vscode.TextDocument): boolean {
  const ofFiles: unknown = vscode.workspace.getConfiguration('files').get('autoSave');
  const ofDocument: unknown = vscode.workspace.getConfiguration('files', { uri, languageId }).get('autoSave');
  return ofFiles === 'afterDelay' && ofDocument === 'off';
}

async function showNote(memory: Memory): Promise<void> {
  await memory.write(true);
  const settings = t('Settings');
  const message = t(
    'Auto Save does not send changes of dashboards and cohorts, because each save changes the service. Press {0} to save.',
    process.platform === 'darwin' ? '⌘S' : 'Ctrl+S',
  );
  if ((await showInformation(message, settings)) !== settings) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', `@lang:${languageId} files.autoSave`);
}
