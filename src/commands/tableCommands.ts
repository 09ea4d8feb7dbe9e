// Shows an export, or any other file of rows, as a table.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/quickInput.ts';
import { activeDocumentTab, findTabsOf } from '#host/tabs.ts';
import { tableEditorViewType } from '#manifest.ts';
import { knownTableFormat } from '#table/tableFormat.ts';
import { formatDateTime } from '#text/localFormat.ts';
import { textEditorViewType } from './documentTabs.ts';

const { t } = vscode.l10n;

export interface TableDeps {
  /** The extension's own folder for exports; created by the first export. */
  readonly directory: string;
}

export function createTableCommands(deps: TableDeps) {
  return {
    'cohortDeck.openAsTable': (...args: readonly unknown[]) =>
      openAsTable(deps, args, vscode.ViewColumn.Active),
    'cohortDeck.openAsTableToSide': (...args: readonly unknown[]) =>
      openAsTable(deps, args, vscode.ViewColumn.Beside),
    'cohortDeck.openTableAsText': (...args: readonly unknown[]) => openAsText(args),
  };
}

/** The given file, else the one in the active editor, else an export from a quick pick. */
async function openAsTable(
  { directory }: TableDeps,
  args: readonly unknown[],
  column: vscode.ViewColumn,
): Promise<void> {
  const shown = activeDocumentTab()?.uri;
  const isTable = shown?.scheme === 'file' && knownTableFormat(shown.path) !== undefined;
  const uri = args[0] instanceof vscode.Uri ? args[0] : isTable ? shown : await pickExport(directory);
  if (uri && uri.scheme !== 'file') {
    throw new UserError(t('A table can only be read from a file on disk. Save a copy there, then open it.'));
  }
  if (uri) await openIn(uri, tableEditorViewType, column);
}

/** The given file, else that of the table in the active editor. */
async function openAsText([given]: readonly unknown[]): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : activeDocumentTab()?.uri;
  if (uri) await openIn(uri, textEditorViewType, vscode.ViewColumn.Active);
}

/** Shows the tab that has it already, else opens one; what shows the same file otherwise stays, a preview as well. */
async function openIn(uri: vscode.Uri, viewType: string, column: vscode.ViewColumn): Promise<void> {
  const open = findTabsOf(uri);
  const same = open.find((one) => one.viewType === viewType);
  const viewColumn = same?.tab.group.viewColumn ?? column;
  const options = open.length > 0 ? { viewColumn, preview: false } : { viewColumn };
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
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
