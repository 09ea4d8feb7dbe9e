// Auto save by delay leaves our documents alone (package.json's `configurationDefaults`): each save changes the service. A
// message says so once to a person whose other files are saved automatically.
import * as vscode from 'vscode';
import { readSetting } from '#host/settings/settings.ts';
import { languageId, scheme } from '#manifest.ts';
import type { Memory } from '#model/storage/memory.ts';

/** @param memory whether it was shown */
export function registerAutoSaveNote(memory: Memory): vscode.Disposable {
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme !== scheme || !document.isDirty || !isLeftOut(document)) return;
    subscription.dispose();
    if (memory.read() === true) return;
    void import('./showAutoSaveNote.ts').then(({ showAutoSaveNote }) => showAutoSaveNote(memory));
  });
  return subscription;
}

function isLeftOut({ uri }: vscode.TextDocument): boolean {
  const ofDocument = readSetting('files.autoSave', { uri, languageId });
  return readSetting('files.autoSave') === 'afterDelay' && ofDocument === 'off';
}
