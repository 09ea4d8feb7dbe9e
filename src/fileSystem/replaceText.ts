import * as vscode from 'vscode';

/**
 * Replaces a document's text by one edit that undo reverts. Its beginning and end stay where they are the same.
 * @returns whether the texts differ
 */
export async function replaceText(uri: vscode.Uri, text: string): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const old = document.getText();
  const wanted = document.eol === vscode.EndOfLine.CRLF ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  const most = Math.min(old.length, wanted.length);
  let start = 0;
  while (start < most && old[start] === wanted[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === wanted.at(-1 - end)) end++;
  if (start === old.length && start === wanted.length) return false;
  const range = new vscode.Range(document.positionAt(start), document.positionAt(old.length - end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, wanted.slice(start, wanted.length - end));
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('The editor rejected the new text.'));
  return true;
}
