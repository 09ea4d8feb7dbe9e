import * as vscode from 'vscode';

/**
 * For a save that a person has declined, while it goes on. VS Code shows every save that throws as an error, and counts
 * every other one as done, unless the text has changed meanwhile. So one character is replaced by itself.
 * @returns whether the document stays unsaved
 */
export async function keepUnsaved(uri: vscode.Uri): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const first = new vscode.Range(document.positionAt(0), document.positionAt(1));
  if (first.isEmpty) return false;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, first, document.getText(first));
  return vscode.workspace.applyEdit(edit);
}
