import * as vscode from 'vscode';
import { scheme } from '#manifest.ts';

/**
 * The text that VS Code gives to be written. A folder's settings can make it read and write another encoding: then other
 * characters would reach the service, also where the bytes happen to be valid UTF-8.
 */
export function decodeUtf8(uri: vscode.Uri, content: Uint8Array): string {
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  try {
    if (document && !isUtf8(document)) throw new Error(`The document is ${document.encoding}.`);
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    const message = vscode.l10n.t(
      'Nothing was sent, because the text is not UTF-8. Remove “files.encoding” from the settings of this folder, then open the document again.',
    );
    throw new Error(message, { cause });
  }
}

/** Reads a document of a record again, as UTF-8, if VS Code has read it in another encoding and nothing was typed yet. */
export function keepUtf8(onError: (error: unknown) => void): vscode.Disposable {
  const keep = (document: vscode.TextDocument): void => {
    if (document.uri.scheme !== scheme || isUtf8(document) || document.isDirty) return;
    vscode.workspace.openTextDocument(document.uri, { encoding: 'utf8' }).then(undefined, onError);
  };
  vscode.workspace.textDocuments.forEach(keep);
  return vscode.workspace.onDidOpenTextDocument(keep);
}

function isUtf8({ encoding }: vscode.TextDocument): boolean {
  return encoding === 'utf8' || encoding === 'utf8bom';
}
