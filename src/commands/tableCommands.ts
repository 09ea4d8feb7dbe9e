// Shows an export, or any other file of rows, as a table.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/quickInput.ts';
import { activeDocumentTab, findDocumentTabs } from '#host/tabs.ts';
import { tableEditorViewType } from '#manifest.ts';
import { knownTableFormat } from '#table/tableFormat.ts';
import { formatDateTime } from '#text/localFormat.ts';

const { t } = vscode.l10n;

export interface TableDeps {
  /** The extension's own folder for exports; created by the first export. */
  readonly directory: string;
}

export function createTableCommands(deps: TableDeps) {
  return {
    'cohortDeck.openAsTable': (...args: readonly unknown[]) => openAsTable(deps, args),
  };
}

/** The given file, else the one in the active editor, else an export from a quick pick. */
async function openAsTable({ directory }: TableDeps, args: readonly unknown[]): Promise<void> {
  const shown = activeDocumentTab()?.uri;
  const isTable = shown?.scheme === 'file' && knownTableFormat(shown.path) !== undefined;
  const uri = args[0] instanceof vscode.Uri ? args[0] : isTable ? shown : await pickExport(directory);
  if (uri && uri.scheme !== 'file') {
    throw new UserError(t('A table can only be read from a file on disk. Save a copy there, then open it.'));
  }
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, tableEditorViewType, columnOf(uri));
}

/** The column of an open table of this file; undefined, for the active column, where there is none. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const shown = findDocumentTabs('file').find(
    (one) => one.viewType === tableEditorViewType && one.uri.toString() === uri.toString(),
  );
  return shown?.tab.group.viewColumn;
}

async function pickExport(directory: string): Promise<vscode.Uri | undefined> {
  const names = (await listNames(directory)).filter((name) => knownTableFormat(name) !== undefined);
  const files = await Promise.all(
    names.map(async (name) => ({ name, changedMs: (await stat(path.join(directory, name))).mtimeMs })),
  );
  if (files.length === 0)
    throw new UserError(t('There are no exports yet. Export the persons of a cohort first.'));
  const items = files
    .toSorted((one, other) => other.changedMs - one.changedMs)
    .map(({ name, changedMs }) => ({
      label: name,
      description: formatDateTime(changedMs),
      value: vscode.Uri.file(path.join(directory, name)),
    }));
  return askPickOf(items, { title: t('Open as Table'), placeholder: t('Select an export') });
}

async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch {
    return []; // no export yet
  }
}
