import * as vscode from 'vscode';
import { eventually } from '../ui/driver/eventually.ts';

/**
 * Edits a document as a person who types. VS Code rejects an edit of a text that has just changed, for example because it is
 * read again: then the edit is made again, of the text that is there now.
 * @param at the place to insert `text`, in UTF-16 code units from the beginning; without it, `text` replaces all
 */
export async function editText(uri: vscode.Uri, text: string, at?: number): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await eventually('the text to be edited', async () => {
    const edit = new vscode.WorkspaceEdit();
    if (at === undefined) edit.replace(uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    else edit.insert(uri, document.positionAt(at), text);
    return vscode.workspace.applyEdit(edit);
  });
  return document;
}
