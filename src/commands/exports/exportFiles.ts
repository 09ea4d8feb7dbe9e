// Finished exports: save one elsewhere, open a recent one, delete them all.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { askModal, showInformation } from '#host/messages.ts';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/quickInput.ts';
import { activeDocumentTab, findDocumentTabs } from '#host/tabs.ts';
import type { RecentExports } from '#model/records/recentExports.ts';
import { formatCount, formatDateTime, formatPersons } from '#text/localFormat.ts';
import { openExport } from './openExport.ts';
import { formatBytes, toExportUserError } from './exportMessages.ts';

const { t } = vscode.l10n;

export interface ExportFileDeps {
  readonly directory: string;
  readonly recentExports: RecentExports;
}

export async function saveExportAs({ directory }: ExportFileDeps, args: readonly unknown[]): Promise<void> {
  const source = args[0] instanceof vscode.Uri ? args[0] : activeDocumentTab()?.uri;
  if (!source || path.dirname(source.fsPath) !== directory) {
    throw new UserError(t('Open an export, then save it.'));
  }
  const isNeutral = await askForNeutral(source);
  if (isNeutral === undefined) return;
  const base = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    title: t('Save Export As'),
    ...(base ? { defaultUri: vscode.Uri.joinPath(base, path.basename(source.fsPath)) } : {}),
  });
  if (!target) return;
  if (isNeutral) await copyNeutral(source, target);
  else await vscode.workspace.fs.copy(source, target, { overwrite: true }); // the dialog has asked about overwriting
  void offerTable(target, await openExport(target));
}

async function offerTable(copy: vscode.Uri, shownAs: 'text' | 'table'): Promise<void> {
  const openAsTable = t('Open as Table');
  const buttons = shownAs === 'text' && copy.scheme === 'file' ? [openAsTable] : [];
  const choice = await showInformation(t('Saved “{0}”.', path.basename(copy.path)), ...buttons);
  if (choice === openAsTable) await vscode.commands.executeCommand('cohortDeck.openAsTable', copy);
}

/** Undefined where the person dismissed the question. A file without formulas needs no answer. */
async function askForNeutral(source: vscode.Uri): Promise<boolean | undefined> {
  if (!source.path.endsWith('.csv')) return false;
  const { hasFormulas } = await import('#exports/csv/neutralCsv.ts');
  if (!(await hasFormulas(source.fsPath))) return false;
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

/** The target may be on another machine, where only the editor can write; it is written once the neutral form is complete. */
async function copyNeutral(source: vscode.Uri, target: vscode.Uri): Promise<void> {
  const { writeNeutral } = await import('#exports/csv/neutralCsv.ts');
  const part = vscode.Uri.file(`${source.fsPath}.${process.pid}.part`);
  try {
    await writeNeutral(source.fsPath, part.fsPath);
    await vscode.workspace.fs.copy(part, target, { overwrite: true });
  } catch (error) {
    throw toExportUserError(error);
  } finally {
    await rm(part.fsPath, { force: true });
  }
}

export async function showRecentExports({ recentExports }: ExportFileDeps): Promise<void> {
  const { all } = recentExports;
  if (all.length === 0) throw new UserError(t('No exports yet.'));
  const picked = await askPickOf(
    all.map((entry) => ({
      label: entry.name,
      description: [
        formatPersons(entry.rows, t),
        formatBytes(entry.bytes),
        ...(entry.isComplete ? [] : [t('incomplete')]),
      ].join(' · '),
      detail: `${path.extname(entry.path).slice(1).toUpperCase()}, ${formatDateTime(entry.exportedAt)}`,
      iconPath: new vscode.ThemeIcon(entry.isComplete ? 'pass' : 'warning'),
      value: entry,
    })),
    { title: t('Recent Exports'), placeholder: t('Select an export to open') },
  );
  if (!picked) return;
  const uri = vscode.Uri.file(picked.path);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    throw new UserError(
      t('The file no longer exists. Exports are removed after some days. Export “{0}” again.', picked.name),
    );
  }
  await openExport(uri);
}

export async function clearExports({ directory, recentExports }: ExportFileDeps): Promise<void> {
  const { removeAllExports, hasExports } = await import('#exports/files/removeExports.ts');
  if (recentExports.all.length === 0 && !(await hasExports(directory))) {
    void showInformation(t('No exports to clear.'));
    return;
  }
  const yes = t('Clear');
  const question = t(
    'Delete all exports kept by Cohort Deck? Copies that you saved elsewhere are not affected.',
  );
  if ((await askModal(question, undefined, yes)) !== yes) return;
  const shown = findDocumentTabs().filter(({ uri }) => path.dirname(uri.fsPath) === directory);
  await vscode.window.tabGroups.close(shown.map(({ tab }) => tab));
  const count = await removeAllExports(directory);
  await recentExports.clear();
  void showInformation(count === 1 ? t('Deleted 1 export.') : t('Deleted {0} exports.', formatCount(count)));
}
