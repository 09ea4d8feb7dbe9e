// Shows an export as a table.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '#host/errorMessage.ts';
import { askPickOf } from '#host/quickInput.ts';
import { activeDocumentTab, findDocumentTabs } from '#host/tabs.ts';
import { tableEditorViewType } from '#manifest.ts';

const { t } = vscode.l10n;

export interface TableDeps {
  /** The extension's own folder for exports; it may not be there yet. */
  readonly directory: string;
}

export function createTableCommands(deps: TableDeps) {
  return {
    'cohortDeck.openAsTable': (...args: readonly unknown[]) => openAsTable(deps, args),
  };
}

const tableFile = /\.(csv|json|ndjson)$/i;

/** The export that was given, else the one that is shown, else one that the person chooses. */
async function openAsTable({ directory }: TableDeps, args: readonly unknown[]): Promise<void> {
  const shown = activeDocumentTab()?.uri;
  const isTable = shown?.scheme === 'file' && tableFile.test(shown.path);
  const uri = args[0] instanceof vscode.Uri ? args[0] : isTable ? shown : await pickExport(directory);
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, tableEditorViewType, columnOf(uri));
}

/** Where the file shows as a table already, so that no second one opens; undefined, the active one, where it does not. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const shown = findDocumentTabs('file').find(
    (one) => one.viewType === tableEditorViewType && one.uri.toString() === uri.toString(),
  );
  return shown?.tab.group.viewColumn;
}

async function pickExport(directory: string): Promise<vscode.Uri | undefined> {
  const names = (await listNames(directory)).filter((name) => tableFile.test(name));
  const files = await Promise.all(
    names.map(async (name) => ({ name, changedMs: (await stat(path.join(directory, name))).mtimeMs })),
  );
  if (files.length === 0) throw new UserError(t('There is no export yet. Export persons of a cohort first.'));
  const items = files
    .toSorted((one, other) => other.changedMs - one.changedMs)
    .map(({ name, changedMs }) => ({
      label: name,
      description: new Date(changedMs).toLocaleString(),
      value: vscode.Uri.file(path.join(directory, name)),
    }));
  return askPickOf(items, { title: t('Open as Table'), placeholder: t('Which export?') });
}

async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory);
  } catch {
    return []; // nothing was exported yet
  }
}
