// Opens a finished export, or a copy of one.
import * as vscode from 'vscode';
import { tableEditorViewType } from '#manifest.ts';
import { knownTableFormat } from '#table/tableFormat.ts';

/** The text editor shows nothing larger to extensions; from a remote, VS Code asks before it opens more than 10 MB. */
const largestText = { local: 50e6, remote: 10e6 };

/** Opens it as text, or as a table if it is too large for that, or was exported or saved from one. */
export async function openExport(uri: vscode.Uri, isFromTable = false): Promise<'text' | 'table'> {
  const { size } = await vscode.workspace.fs.stat(uri);
  const largest = vscode.env.remoteName === undefined ? largestText.local : largestText.remote;
  const isTable = isFromTable && knownTableFormat(uri.path) !== undefined;
  if (uri.scheme === 'file' && (isTable || size > largest)) {
    await vscode.commands.executeCommand('vscode.openWith', uri, tableEditorViewType, { preview: false });
    return 'table';
  }
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  return 'text';
}
