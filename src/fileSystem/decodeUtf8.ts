import * as vscode from 'vscode';

/** A folder's settings can make VS Code write another encoding, of which other characters would reach the service. */
export function decodeUtf8(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch (cause) {
    const message = vscode.l10n.t(
      'Nothing was sent, because the text is not UTF-8. Remove “files.encoding” from the settings of this folder, then open the document again.',
    );
    throw new Error(message, { cause });
  }
}
