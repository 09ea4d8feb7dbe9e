import * as vscode from 'vscode';
import { findChangedPart } from '#text/changedPart.ts';

/**
 * Replaces a document's text by one edit that undo reverts. Its beginning and end stay where they are the same.
 * @returns whether the texts differ
 */
export async function replaceText(uri: vscode.Uri, text: string): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const wanted = document.eol === vscode.EndOfLine.CRLF ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  const changed = findChangedPart(document.getText(), wanted);
  if (!changed) return false;
  const range = new vscode.Range(document.positionAt(changed.from), document.positionAt(changed.to));
  if (await replaceInEditor(document, range, changed.insert)) return true;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, range, changed.insert);
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('The editor rejected the new text.'));
  return true;
}

/**
 * In a text editor, VS Code reduces a workspace edit to the UTF-16 units that differ, and half of a character would stay; it
 * leaves an edit of the editor alone. @returns false if that is not necessary, or an editor rejects it
 */
async function replaceInEditor(
  document: vscode.TextDocument,
  range: vscode.Range,
  text: string,
): Promise<boolean> {
  if (!/[\ud800-\udfff]/.test(document.getText(range) + text)) return false;
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  return (await editor?.edit((edit) => edit.replace(range, text))) ?? false;
}
