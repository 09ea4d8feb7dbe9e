// How the file of an export opens: as text or as a table, as long as it is there.
import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import { tableEditorViewType } from '#manifest.ts';
import { exportExists } from '#model/records/persons/recentExports.ts';
import { knownTableFormat } from '#table/tableFormat.ts';

const { t } = vscode.l10n;

/** Throws UserError. */
export async function requireExport(file: string, name: string): Promise<void> {
  if (await exportExists(file)) return;
  throw new UserError(
    t('The file no longer exists. Exports are deleted after some days. Export “{0}” again.', name),
  );
}

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
