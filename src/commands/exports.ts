// Exports a cohort's persons to a file of this extension's own and opens it as a tab.
import path from 'node:path';
import * as vscode from 'vscode';
import type { ExportErrorKind } from '../exports/errors.ts';
import type { ExportProgress, ExportResult } from '../exports/exportPersons.ts';
import { toAbortSignal } from '../host/abort.ts';
import { UserError } from '../host/failure.ts';
import { askPickOf } from '../host/inputs.ts';
import { activeDocumentTab, findDocumentTabs } from '../host/tabs.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Clients } from '../model/clients.ts';
import type { Memory } from '../model/memory.ts';
import { isCohort, nameOf } from '../model/records.ts';
import type { RecordRef } from '../model/refs.ts';
import type { Targets } from './targets.ts';

const { t } = vscode.l10n;

type Format = 'csv' | 'json';

export interface ExportDeps {
  readonly catalog: Catalog;
  readonly clients: Clients;
  readonly targets: Targets;
  /** The extension's own folder for exports; it may not be there yet. */
  readonly directory: string;
  /** The format that was chosen last. */
  readonly lastFormat: Memory;
}

export function createExportCommands(deps: ExportDeps) {
  return {
    'cohortDeck.exportPersons': (...args: readonly unknown[]) => exportCohorts(deps, args),
    'cohortDeck.saveExportAs': (...args: readonly unknown[]) => saveExportAs(deps, args),
    'cohortDeck.clearExports': () => clearExports(deps),
  };
}

async function exportCohorts(deps: ExportDeps, args: readonly unknown[]): Promise<void> {
  const nodes = deps.targets.nodes(args, 'record').filter(({ ref }) => ref.kind === 'cohort');
  const refs = nodes.map(({ ref }) => ref);
  if (refs.length === 0) {
    const picked = await deps.targets.pickRecord(['cohort'], t('Export Persons'));
    if (!picked) return;
    refs.push(picked);
  }
  const format = await askFormat(deps.lastFormat);
  if (!format) return;
  await deps.lastFormat.write(format);
  for (const ref of refs) await exportOne(deps, ref, format);
}

function askFormat(lastFormat: Memory): Promise<Format | undefined> {
  const items = [
    {
      label: t('CSV'),
      detail: t('As the service gives it, in one request. Most deployments stop at 10,000 rows.'),
      iconPath: new vscode.ThemeIcon('table'),
      value: 'csv' as const,
    },
    {
      label: t('JSON'),
      detail: t('Everyone, page by page, with all properties, as one array.'),
      iconPath: new vscode.ThemeIcon('json'),
      value: 'json' as const,
    },
  ];
  const last = lastFormat.read();
  items.sort((a, b) => Number(b.value === last) - Number(a.value === last));
  return askPickOf<Format>(items, { title: t('Export Persons'), placeholder: t('As what?') });
}

async function exportOne(deps: ExportDeps, ref: RecordRef, format: Format): Promise<void> {
  const record = deps.catalog.get(ref) ?? (await deps.catalog.retrieve(ref));
  const name = nameOf(record) ?? t('#{0}', ref.id);
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: t('Exporting “{0}”', name), cancellable: true },
    async (progress, token) => {
      const { exportPersons } = await import('../exports/exportPersons.ts');
      const { exportFileName } = await import('../exports/fileName.ts');
      const client = await deps.clients.open(ref.connectionId);
      let shown = 0;
      try {
        return await exportPersons({
          cohorts: client.cohorts(ref.projectId),
          cohortId: ref.id,
          format,
          directory: deps.directory,
          fileName: exportFileName({ id: ref.id, name: record.name }, format, new Date()),
          expectedCount: isCohort(record) ? (record.count ?? undefined) : undefined,
          signal: toAbortSignal(token),
          onProgress: (now) => {
            const percent = percentOf(now);
            progress.report({ message: progressText(now), increment: percent - shown });
            shown = percent;
          },
        });
      } catch (error) {
        throw toUserError(error);
      }
    },
  );
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(result.path), { preview: false });
  void tellResult(deps, ref, name, result);
}

function percentOf({ rows, expectedRows }: ExportProgress): number {
  return expectedRows ? Math.min(100, (rows / expectedRows) * 100) : 0;
}

function progressText({ rows, bytes, expectedRows }: ExportProgress): string {
  const size = formatBytes(bytes);
  return expectedRows === undefined
    ? t('{0} persons, {1}', rows.toLocaleString(), size)
    : t('{0} of {1} persons, {2}', rows.toLocaleString(), expectedRows.toLocaleString(), size);
}

function formatBytes(bytes: number): string {
  if (bytes < 1e6) return t('{0} kB', Math.ceil(bytes / 1e3).toLocaleString());
  return t('{0} MB', (bytes / 1e6).toLocaleString(undefined, { maximumFractionDigits: 1 }));
}

/** Says whether the export is whole; the one that is not comes with the way to the rest. */
async function tellResult(
  deps: ExportDeps,
  ref: RecordRef,
  name: string,
  result: ExportResult,
): Promise<void> {
  const rows = result.rows.toLocaleString();
  const saveAs = t('Save As…');
  const save = () => vscode.commands.executeCommand('cohortDeck.saveExportAs', vscode.Uri.file(result.path));
  if (result.complete === 'yes') {
    const choice = await vscode.window.showInformationMessage(
      t('Exported all {0} persons of “{1}”.', rows, name),
      saveAs,
    );
    if (choice === saveAs) await save();
    return;
  }
  const everyone = t('Export Everyone as JSON');
  const canHelp = result.format === 'csv' && !result.notes.includes('cohortShaped');
  const buttons = canHelp ? [everyone, saveAs] : [saveAs];
  const choice = await vscode.window.showWarningMessage(incompleteText(name, rows, result), ...buttons);
  if (choice === saveAs) await save();
  else if (choice === everyone) await exportOne(deps, ref, 'json');
}

function incompleteText(name: string, rows: string, { notes, expectedRows }: ExportResult): string {
  if (notes.includes('cohortShaped')) {
    return t(
      'The service answered with the cohort itself instead of its persons. The answer is kept as it came.',
    );
  }
  if (expectedRows === undefined) {
    return t(
      'Exported {0} persons of “{1}”. The service does not say how many there are, so this may not be all.',
      rows,
      name,
    );
  }
  return t(
    'The export of “{0}” has {1} persons, but the cohort’s count is {2}.',
    name,
    rows,
    expectedRows.toLocaleString(),
  );
}

function toUserError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ExportError' || !('kind' in error)) return error;
  const texts: Readonly<Record<ExportErrorKind, string>> = {
    diskFull: t('The disk is full. Make room, or run “Clear Exports”, then export again.'),
    noPermission: t('The folder for exports may not be written to. Check its permissions.'),
    badName: t('The file system does not take the file’s name. Rename the cohort, then export again.'),
    noFolder: t('The folder for exports cannot be made. Check that its parent is a folder.'),
    inUse: t('Another program holds the file. Close it there, then export again.'),
    disk: t('The export could not be written: {0}', error.message),
  };
  const text = Object.entries(texts).find(([kind]) => kind === error.kind)?.[1];
  return new UserError(text ?? error.message);
}

async function saveExportAs({ directory }: ExportDeps, args: readonly unknown[]): Promise<void> {
  const source = args[0] instanceof vscode.Uri ? args[0] : activeDocumentTab()?.uri;
  if (!source || path.dirname(source.fsPath) !== directory) {
    throw new UserError(t('Open an export first; this saves the one that is shown.'));
  }
  const base = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = path.basename(source.fsPath);
  const target = await vscode.window.showSaveDialog({
    title: t('Save Export As'),
    ...(base ? { defaultUri: vscode.Uri.joinPath(base, name) } : {}),
  });
  if (!target) return;
  await vscode.workspace.fs.copy(source, target, { overwrite: true }); // the dialog has asked about overwriting
  await vscode.commands.executeCommand('vscode.open', target, { preview: false });
}

async function clearExports({ directory }: ExportDeps): Promise<void> {
  const yes = t('Clear');
  const question = t('Delete all exports that this extension keeps? Those that you saved elsewhere stay.');
  if ((await vscode.window.showWarningMessage(question, { modal: true }, yes)) !== yes) return;
  const shown = findDocumentTabs().filter(({ uri }) => path.dirname(uri.fsPath) === directory);
  await vscode.window.tabGroups.close(shown.map(({ tab }) => tab));
  const { clearExports: clear } = await import('../exports/sweep.ts');
  const count = await clear(directory);
  void vscode.window.showInformationMessage(
    count === 1 ? t('Deleted 1 export.') : t('Deleted {0} exports.', count),
  );
}
