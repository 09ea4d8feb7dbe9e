import * as vscode from 'vscode';
import { showInformation } from '#host/messages/showMessage.ts';
import { languageId } from '#manifest.ts';
import type { Memory } from '#model/storage/memory.ts';

const { t } = vscode.l10n;

/** @param memory whether it was shown */
export async function showAutoSaveNote(memory: Memory): Promise<void> {
  await memory.write(true);
  const settings = t('Settings');
  const message = t(
    'Auto Save does not send changes to dashboards and cohorts, because each save changes the service. To save, choose File > Save.',
  );
  if ((await showInformation(message, settings)) !== settings) return;
  await vscode.commands.executeCommand('workbench.action.openSettings', `@lang:${languageId} files.autoSave`);
}
