// Saves an export elsewhere: as it is, or the rows and columns that its table shows.
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { withoutPartEnding } from '#exports/files/exportFormat.ts';
import { withTemporaryFile } from '#exports/files/reservedPaths.ts';
import { endOffers } from '#exports/files/resumeOffers.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { askModal, showInformation } from '#host/messages/showMessage.ts';
import { showCancellableWhenSlow } from '#host/messages/showWhenSlow.ts';
import { UserError } from '#host/messages/userError.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { activeDocumentTab, findDocumentTabs, findPanelTabs } from '#host/pages/tabs.ts';
import { comparisonViewType, personsEditorViewType, tableEditorViewType } from '#manifest.ts';
import type { ShownTable, ShownTables } from '#table/shownTables.ts';
import { tableFormatOf, tableFormats } from '#table/tableFormat.ts';
import { formatCount } from '#text/formatNumber.ts';
import { toExportUserError } from './exportResultText.ts';
import { openExport } from './openExport.ts';
import type { ExportFileDeps } from './showRecentExports.ts';

const { t } = vscode.l10n;

export interface SaveExportDeps {
  readonly directory: string;
  readonly shownTables: ShownTables;
}

/** Saves an export, or any file that is shown as a table. */
export async function saveExportAs(deps: SaveExportDeps, args: readonly unknown[]): Promise<void> {
  const shown = activeDocumentTab();
  const source = args[0] instanceof vscode.Uri ? args[0] : shown?.uri;
  const isTable = shown?.viewType === tableEditorViewType && shown.uri.toString() === source?.toString();
  if (!source || !(isTable || path.dirname(source.fsPath) === deps.directory)) {
    throw new UserError(t('Open an export, then save it.'));
  }
  const part = isTable ? await askForPart(deps.shownTables.get(source.fsPath)) : 'all';
  if (part === undefined) return;
  const fileName = path.basename(withoutPartEnding(source.path));
  if (part === 'all') return saveFile(deps, source, fileName);
  const { name } = path.parse(fileName);
  await withTemporaryFile(deps.directory, '.csv', async (file) => {
    const temporary = vscode.Uri.file(file);
    if (await writeShown(part, temporary)) await saveFile(deps, temporary, t('{0} (shown rows).csv', name));
  });
}

/** Undefined if the person dismissed the question. A table that shows all of its file needs no answer. */
async function askForPart(shown: ShownTable | undefined): Promise<ShownTable | 'all' | undefined> {
  if (!shown) return 'all';
  const [rows, allRows] = [formatCount(shown.rows), formatCount(shown.allRows)];
  const [columns, allColumns] = [formatCount(shown.columns), formatCount(shown.allColumns)];
  return askPickOf<ShownTable | 'all'>(
    [
      {
        label: t('Rows and Columns Shown'),
        detail: t('{0} of {1} rows and {2} of {3} columns, as CSV', rows, allRows, columns, allColumns),
        iconPath: new vscode.ThemeIcon('filter'),
        value: shown,
      },
      {
        label: t('Everything'),
        detail: t('All {0} rows, exactly as in the file', allRows),
        iconPath: new vscode.ThemeIcon('file'),
        value: 'all',
      },
    ],
    { title: t('Save Export As'), placeholder: t('The table shows a part of the file') },
  );
}

/** Undefined if the person canceled it. */
async function writeShown(shown: ShownTable, target: vscode.Uri): Promise<boolean | undefined> {
  return untilCanceled(t('Saving {0} rows', formatCount(shown.rows)), async (signal) => {
    await shown.writeCsv(target.fsPath, signal);
    return true;
  });
}

/** Undefined if the person canceled it. Throws UserError for an ExportError. */
async function untilCanceled<T>(
  title: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await showCancellableWhenSlow(withoutLinksAndIcons(title), work);
  } catch (error) {
    throw toExportUserError(error);
  }
}

async function saveFile(deps: SaveExportDeps, source: vscode.Uri, name: string): Promise<void> {
  const isNeutral = tableFormats[tableFormatOf(name)].runsFormulas && (await askNeutralForm(source));
  if (isNeutral === undefined) return;
  const target = await vscode.window.showSaveDialog({
    title: t('Save Export As'),
    ...saveOptions(name, vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir())),
  });
  if (!target) return;
  if (isNeutral) {
    if (!(await copyNeutral(deps, source, target))) return;
  } else await copyTo(source, target);
  void offerTable(target, await openExport(target));
}

/** Undefined if the person canceled the search or dismissed the question. A file without formulas needs no answer. */
async function askNeutralForm(source: vscode.Uri): Promise<boolean | undefined> {
  const { hasFormulas } = await import('#exports/csv/csvFormulas.ts');
  const title = t('Checking “{0}” for formulas', path.basename(source.path));
  const isFound = await untilCanceled(title, (signal) => hasFormulas(source.fsPath, signal));
  if (!isFound) return isFound;
  return askPickOf(
    [
      {
        label: t('Original'),
        detail: t('Exactly as exported'),
        iconPath: new vscode.ThemeIcon('file'),
        value: false,
      },
      {
        label: t('Safe for Spreadsheets'),
        detail: t('Adds an apostrophe before each cell that a spreadsheet would run as a formula'),
        iconPath: new vscode.ThemeIcon('shield'),
        value: true,
      },
    ],
    {
      title: t('Save Export As'),
      placeholder: t('Spreadsheets would run some cells as formulas'),
    },
  );
}

/**
 * The target may be on another machine, where only the editor can write; it is written once the neutral form is complete.
 * Undefined if the person canceled it.
 */
async function copyNeutral(
  deps: SaveExportDeps,
  source: vscode.Uri,
  target: vscode.Uri,
): Promise<boolean | undefined> {
  const { writeNeutral } = await import('#exports/csv/csvFormulas.ts');
  const title = t('Saving “{0}”…', path.basename(target.path));
  return withTemporaryFile(deps.directory, '.csv', async (temporary) => {
    const isWritten = await untilCanceled(title, async (signal) => {
      await writeNeutral(source.fsPath, temporary, signal);
      return true;
    });
    if (isWritten) await copyTo(vscode.Uri.file(temporary), target);
    return isWritten;
  });
}

/** The dialog has asked about overwriting, and shows folders that take no files, such as those of the system. */
export async function copyTo(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  try {
    await vscode.workspace.fs.copy(source, target, { overwrite: true });
  } catch (error) {
    const isNotFound = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    const folder = vscode.Uri.joinPath(target, '..');
    if (!isNotFound || !(await exists(source)) || !(await exists(folder))) throw error;
    throw new UserError(t('No file can be created in “{0}”. Select another folder.', folder.fsPath));
  }
}

function exists(uri: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

async function offerTable(copy: vscode.Uri, shownAs: 'text' | 'table'): Promise<void> {
  const openAsTable = t('Open as Table');
  const buttons = shownAs === 'text' && copy.scheme === 'file' ? [openAsTable] : [];
  const choice = await showInformation(t('Saved “{0}”.', path.basename(copy.path)), ...buttons);
  if (choice === openAsTable) await vscode.commands.executeCommand('cohortDeck.openAsTable', copy);
}

/** What the dialog begins with. Windows adds the extension of the first type to a name without one. */
export function saveOptions(name: string, folder: vscode.Uri): vscode.SaveDialogOptions {
  const extension = path.extname(name).slice(1).toLowerCase();
  const types = extension === '' ? {} : { [extension.toUpperCase()]: [extension] };
  return {
    defaultUri: vscode.Uri.joinPath(folder, name),
    filters: { ...types, [t('All files')]: ['*'] },
  };
}

// Deletes all exports.

/** Suggestions from persons are removed as well. */
export async function clearExports({ directory, recentExports, seenValues }: ExportFileDeps): Promise<void> {
  const { removeAllExports, hasExports } = await import('#exports/files/removeExports.ts');
  if (recentExports.all.length === 0 && !(await hasExports(directory))) {
    seenValues.clear();
    void showInformation(t('No exports to clear.'));
    return;
  }
  const yes = t('Clear');
  const question = t(
    'Clear all exports kept by Cohort Deck? Copies that you saved elsewhere are not affected.',
  );
  if ((await askModal(question, closingText(tabsWithPersons(directory).length), yes)) !== yes) return;
  const isClosed = await vscode.window.tabGroups.close(tabsWithPersons(directory));
  if (!isClosed) return; // canceled, to save a change
  seenValues.clear();
  const count = await removeAllExports(directory);
  endOffers();
  await recentExports.clear();
  void showInformation(count === 1 ? t('Cleared 1 export.') : t('Cleared {0} exports.', formatCount(count)));
}

/** The tabs that show exports, persons or comparisons. */
function tabsWithPersons(directory: string): readonly vscode.Tab[] {
  const shown = findDocumentTabs().filter(
    ({ uri, viewType }) => viewType === personsEditorViewType || path.dirname(uri.fsPath) === directory,
  );
  // A comparison holds a file of the same folder open.
  return [...shown.map(({ tab }) => tab), ...findPanelTabs(comparisonViewType)];
}

function closingText(tabs: number): string | undefined {
  if (tabs === 0) return undefined;
  return tabs === 1
    ? t('1 tab with exports, persons or a comparison will close.')
    : t('{0} tabs with exports, persons or comparisons will close.', formatCount(tabs));
}
