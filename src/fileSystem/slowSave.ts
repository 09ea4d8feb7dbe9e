import * as vscode from 'vscode';
import { plainText } from '#host/plainText.ts';
import { nameInPlace } from '#model/documents/documentUri.ts';

/** A save that ends sooner is not mentioned. */
const slowMs = 300;

/** Shows a slow save in the status bar. Ends as `save` does. */
export async function showWhenSlow<T>(uri: vscode.Uri, save: () => Promise<T>): Promise<T> {
  const ended = Promise.withResolvers<void>();
  const timer = setTimeout(() => showProgress(uri, ended.promise), slowMs);
  try {
    return await save();
  } finally {
    clearTimeout(timer);
    ended.resolve();
  }
}

function showProgress(uri: vscode.Uri, ended: Promise<void>): void {
  const title = vscode.l10n.t('Saving “{0}”…', plainText(nameInPlace(uri)));
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => ended);
}
