// Saves an export elsewhere: as it is, or the rows and columns that its table shows.
import { randomUUID } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { withoutPartEnding } from '#exports/files/exportFormat.ts';
import { withTemporaryFile } from '#exports/files/reservedPaths.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { type Opener, showSaved } from '#host/messages/showMessage.ts';
import { showCancellableWhenSlow, showWhenSlow } from '#host/messages/showWhenSlow.ts';
import { UserError } from '#host/messages/userError.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import { type CommandId, tableEditorViewType } from '#manifest.ts';
import type { CellMarks } from '#exports/scan/csvScanner.ts';
import { removeFile } from '#disk/moveFile.ts';
import { cellMarksOf } from '#table/dialect.ts';
import type { ShownTable, ShownTables, WrittenForm } from '#table/shownTables.ts';
import { tableFormatOf, tableFormats } from '#table/tableFormat.ts';
import { formatCount } from '#text/formatNumber.ts';
import { askSavedTable, type SavedTable } from './askSavedTable.ts';
import { toExportUserError } from './exportResultText.ts';
import { openExport } from './openExport.ts';

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
  const table = isTable ? deps.shownTables.get(source.fsPath) : undefined;
  if (!table) return saveFile(deps, source, { isFromTable: isTable });
  const saved = await askSavedTable(table);
  if (!saved) return;
  if (saved.form === undefined) {
    return saveFile(deps, source, { isFromTable: true, marks: cellMarksOf(table.dialect) });
  }
  await saveWritten(deps, source, table, { ...saved, form: saved.form });
}

/** Of a table: what of it, in the form that was chosen. */
async function saveWritten(
  { directory }: SaveExportDeps,
  source: vscode.Uri,
  table: ShownTable,
  { part, form, isSame, extension: wanted }: SavedTable & { readonly form: WrittenForm },
): Promise<void> {
  const { name, ext } = path.parse(withoutPartEnding(source.path));
  const extension = wanted ?? ext;
  const target = part === 'shown' ? t('{0} (shown rows)', name) : name;
  await withTemporaryFile(directory, extension, async (file) => {
    const write = (written: WrittenForm) =>
      untilCanceled(
        t('Saving {0} rows', formatCount(part === 'shown' ? table.rows : table.allRows)),
        (signal) => table.write(part, file, written, signal),
      );
    const formulas = await write(form);
    const isNeutral = formulas !== undefined && formulas > 0 ? await askIsNeutral() : false;
    if (formulas === undefined || isNeutral === undefined) return;
    if (isNeutral && form.kind === 'csv') {
      await removeFile(file);
      if ((await write({ ...form, isNeutral })) === undefined) return;
    }
    await saveCopy(isSame && !isNeutral ? source : vscode.Uri.file(file), target + extension, true);
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

interface SavedFile {
  /** A table shows it: the copy opens as one, too. */
  readonly isFromTable: boolean;
  /** Of a file in another dialect than that of exports. */
  readonly marks?: CellMarks;
}

/** As it is, or in its neutral form. */
async function saveFile(
  deps: SaveExportDeps,
  source: vscode.Uri,
  { isFromTable, marks }: SavedFile,
): Promise<void> {
  const name = path.basename(withoutPartEnding(source.path));
  const isNeutral = tableFormats[tableFormatOf(name)].runsFormulas && (await askNeutralForm(source, marks));
  if (isNeutral === undefined) return;
  if (!isNeutral) return saveCopy(source, name, isFromTable);
  await withTemporaryFile(deps.directory, '.csv', async (file) => {
    if (await writeNeutralCopy(source, file, marks)) await saveCopy(vscode.Uri.file(file), name, isFromTable);
  });
}

/** The target may be on another machine, where only the editor can write. */
async function saveCopy(source: vscode.Uri, name: string, isFromTable: boolean): Promise<void> {
  const target = await vscode.window.showSaveDialog({
    title: t('Save Export As'),
    ...saveOptions(name, vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir())),
  });
  if (!target) return;
  await showWhenSlow(
    () => t('Saving “{0}”…', path.basename(target.path)),
    () => copyTo(source, target),
  );
  const isWorkbook = path.extname(target.path).toLowerCase() === '.xlsx';
  void showSaved(target, openerOf(target, isWorkbook ? 'elsewhere' : await openExport(target, isFromTable)));
}

/** Undefined if the person canceled the search or dismissed the question. A file without formulas needs no answer. */
async function askNeutralForm(source: vscode.Uri, marks?: CellMarks): Promise<boolean | undefined> {
  const { hasFormulas } = await import('#exports/csv/csvFormulas.ts');
  const title = t('Checking “{0}” for formulas', path.basename(source.path));
  const isFound = await untilCanceled(title, (signal) => hasFormulas(source.fsPath, signal, marks));
  return isFound ? askIsNeutral() : isFound;
}

function askIsNeutral(): Promise<boolean | undefined> {
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

/** Undefined if the person canceled it. */
async function writeNeutralCopy(
  source: vscode.Uri,
  file: string,
  marks?: CellMarks,
): Promise<boolean | undefined> {
  const { writeNeutral } = await import('#exports/csv/csvFormulas.ts');
  const title = t('Saving “{0}”…', path.basename(source.path));
  return untilCanceled(title, async (signal) => {
    await writeNeutral(source.fsPath, file, signal, marks);
    return true;
  });
}

/** The dialog has asked about overwriting, and shows folders that take no files, such as those of the system. */
export async function copyTo(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  if (source.toString() === target.toString())
    throw new UserError(t('This is the file itself. Select another name or folder.'));
  try {
    await replaceByCopy(source, target);
  } catch (error) {
    const isNotFound = error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
    const folder = vscode.Uri.joinPath(target, '..');
    if (!isNotFound || !(await exists(source)) || !(await exists(folder))) throw error;
    throw new UserError(t('No file can be created in “{0}”. Select another folder.', folder.fsPath));
  }
}

/** Beside the target first: VS Code deletes what it copies over, and a disk may be full. */
async function replaceByCopy(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  const { fs } = vscode.workspace;
  const copy = vscode.Uri.joinPath(target, '..', `.${randomUUID()}.part`);
  try {
    await fs.copy(source, copy);
    await fs.rename(copy, target, { overwrite: true });
  } catch (error) {
    if (await exists(copy)) await fs.delete(copy);
    throw error;
  }
}

function exists(uri: vscode.Uri): Thenable<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}

/** What shows the copy in another way. Only the editor can reach a file of another machine. */
function openerOf(copy: vscode.Uri, shownAs: 'text' | 'table' | 'elsewhere'): Opener | undefined {
  if (copy.scheme !== 'file') return undefined;
  const run = (command: CommandId) => () => vscode.commands.executeCommand(command, copy);
  if (shownAs === 'text') return { title: t('Open as Table'), open: run('cohortDeck.openAsTable') };
  if (shownAs === 'table') return { title: t('Open as Text'), open: run('cohortDeck.openTableAsText') };
  const isHere = vscode.env.uiKind === vscode.UIKind.Desktop && vscode.env.remoteName === undefined;
  return isHere ? { title: t('Open'), open: () => vscode.env.openExternal(copy) } : undefined;
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
