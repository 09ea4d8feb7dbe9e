import * as vscode from 'vscode';

/**
 * For a save that a person declines while it is in progress. VS Code shows every save that throws as an error, and counts
 * every other one as done, unless the text has changed meanwhile. So one character is replaced by itself.
 * @returns whether the document stays unsaved; if not, the save has to throw
 */
export async function keepDirtyMark(uri: vscode.Uri): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const { version } = document;
  await replaceFirstCharacter(document);
  return document.version !== version;
}

/** Where a text editor shows the document, VS Code drops a workspace edit that changes nothing, but no edit of the editor. */
async function replaceFirstCharacter(document: vscode.TextDocument): Promise<void> {
  const start = new vscode.Position(0, 0);
  const [first = ''] = document.getText(new vscode.Range(start, document.positionAt(2))); // it may be a surrogate pair
  const range = new vscode.Range(start, document.positionAt(first.length));
  const editor = vscode.window.visibleTextEditors.find((one) => one.document === document);
  if (editor) await editor.edit((edit) => edit.replace(range, first));
  else {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, first);
    await vscode.workspace.applyEdit(edit);
  }
}

// Work to do after a save has ended. Until then the editor holds on to the text.

/** Runs a task with the next turn of the event loop, when the editor knows that the save has ended. */
export function runAfterSave(task: () => Promise<void>, onError: (error: unknown) => void): void {
  const turn = new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  turn.then(task).catch(onError);
}
