// Shows an export, or any other file of rows, as a table.
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '#host/messages/userError.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { activeDocumentTab, findTabsOf } from '#host/pages/tabs.ts';
import { tableEditorViewType } from '#manifest.ts';
import { knownTableFormat, tableFormats } from '#table/tableFormat.ts';
import { formatAgo, formatDateTime } from '#text/formatTime.ts';
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

/** The given files, else the one in the active editor, else an export or another file from a quick pick. */
async function openAsTable(
  { directory }: TableDeps,
  args: readonly unknown[],
  column: vscode.ViewColumn,
): Promise<void> {
  const shown = activeDocumentTab()?.uri;
  const isTable = shown?.scheme === 'file' && knownTableFormat(shown.path) !== undefined;
  const given = givenFiles(args);
  const picked = given.length > 0 ? undefined : isTable ? shown : await pickExport(directory);
  const files = picked ? [picked] : given;
  if (files.some(({ scheme }) => scheme !== 'file')) {
    throw new UserError(t('A table can only be read from a file on disk. Save a copy there, then open it.'));
  }
  const [first, ...others] = files;
  if (first) await openIn(first, tableEditorViewType, column, others.length > 0);
  // Beside what was active is now the group of the first.
  for (const file of others) await openIn(file, tableEditorViewType, vscode.ViewColumn.Active, true);
}

/**
 * The clicked one, with the other tables that are selected where it is among them, as the Explorer gives them: files and
 * folders of any kind.
 */
function givenFiles([clicked, selected]: readonly unknown[]): readonly vscode.Uri[] {
  if (!(clicked instanceof vscode.Uri)) return [];
  const all = Array.isArray(selected) ? selected.filter((one) => one instanceof vscode.Uri) : [];
  const isClicked = (one: vscode.Uri) => one.toString() === clicked.toString();
  if (!all.some(isClicked)) return [clicked];
  return all.filter((one) => isClicked(one) || knownTableFormat(one.path) !== undefined);
}

/** The given file, else that of the table in the active editor. */
async function openAsText([given]: readonly unknown[]): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : activeDocumentTab()?.uri;
  if (uri) await openIn(uri, textEditorViewType, vscode.ViewColumn.Active);
}

/** Shows the tab that has it already, else opens one; what shows the same file otherwise stays, a preview as well. */
async function openIn(
  uri: vscode.Uri,
  viewType: string,
  column: vscode.ViewColumn,
  isOneOfSeveral = false,
): Promise<void> {
  const open = findTabsOf(uri);
  const same = open.find((one) => one.viewType === viewType);
  const viewColumn = same?.tab.group.viewColumn ?? column;
  const options = open.length > 0 || isOneOfSeveral ? { viewColumn, preview: false } : { viewColumn };
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, options);
}

async function pickExport(directory: string): Promise<vscode.Uri | undefined> {
  // Nearly all parts are of exports that run or can be resumed; a whole one is among the recent exports.
  const all = await readdir(directory).catch(() => []); // no export yet
  const names = all.filter((name) => !name.endsWith('.part') && knownTableFormat(name) !== undefined);
  const files = await Promise.all(
    names.map(async (name) => ({ name, changedMs: (await stat(path.join(directory, name))).mtimeMs })),
  );
  if (files.length === 0) return chooseFile();
  const exports = files
    .toSorted((one, other) => other.changedMs - one.changedMs)
    .map(({ name, changedMs }) => ({
      label: name,
      description: formatAgo(changedMs, Date.now()),
      detail: formatDateTime(changedMs),
      value: async () => vscode.Uri.file(path.join(directory, name)),
    }));
  const other = { label: t('Choose a File…'), alwaysShow: true, value: chooseFile };
  const chosen = await askPickOf<() => Promise<vscode.Uri | undefined>>([...exports, other], {
    title: t('Open as Table'),
    placeholder: t('Select an export, or choose a file'),
  });
  return chosen?.();
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: t('Open as Table'),
      openLabel: t('Open as Table'),
      filters: {
        [t('Tables')]: Object.values(tableFormats).flatMap(({ extensions }) => extensions),
        [t('All files')]: ['*'],
      },
    })) ?? [];
  return uri;
}
