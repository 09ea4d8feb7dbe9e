// Runs one export with its progress, opens what came of it, and says how whole it is.
import * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpoint.ts';
import type { ExportProgress } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import { describeError } from '#host/errorMessage.ts';
import { isCancelled } from '#host/userError.ts';
import { plainText } from '#host/plainText.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { RecentExports } from '#model/records/recentExports.ts';
import { type Cohort, type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { percentOf, progressText, resultText, toExportUserError } from './exportMessages.ts';

const { t } = vscode.l10n;

export interface ExportRunDeps {
  readonly catalog: Catalog;
  readonly clients: ConnectionClients;
  /** The extension's own folder for exports; it may not be there yet. */
  readonly directory: string;
  readonly recentExports: RecentExports;
  /** Persons a second of the last export of everyone. */
  readonly lastSpeed: Memory;
  /** Aborts when the window closes; what was written so far is then kept. */
  readonly closing: AbortSignal;
}

export interface ExportJob {
  readonly ref: RecordRef;
  readonly format: ExportFormat;
  /** Where in a queue of several it stands. */
  readonly place?: { readonly index: number; readonly length: number };
  readonly resumeFrom?: ResumableExport | undefined;
}

/** False where the person cancelled it. What went wrong is told here. */
export async function runExport(deps: ExportRunDeps, job: ExportJob): Promise<boolean> {
  const known = deps.catalog.get(job.ref);
  const knownName = (known && nameOf(known)) ?? t('#{0}', job.ref.id);
  let record: DeckRecord;
  try {
    record = await deps.catalog.retrieve(job.ref); // the count as it is now is what the rows are held against
  } catch (error) {
    return tellFailure(deps, job, knownName, error);
  }
  if (!isCohort(record)) return true;
  const name = nameOf(record) ?? knownName;
  const { place } = job;
  const title =
    place && place.length > 1
      ? t('Exporting {0} of {1}: “{2}”', place.index + 1, place.length, name)
      : t('Exporting “{0}”', name);
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: plainText(title), cancellable: true };
  let result: ExportResult;
  try {
    result = await vscode.window.withProgress(options, (progress, token) =>
      write(deps, job, record, progress, token),
    );
  } catch (error) {
    return tellFailure(deps, job, name, toExportUserError(error));
  }
  await deps.recentExports.add({
    name,
    path: result.path,
    rows: result.rows,
    bytes: result.bytes,
    isComplete: result.complete === 'yes',
    exportedAt: Date.now(),
  });
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(result.path), { preview: false });
  void tell(deps, job, name, result);
  return true;
}

async function write(
  deps: ExportRunDeps,
  { ref, format, resumeFrom }: ExportJob,
  cohort: Cohort,
  progress: vscode.Progress<{ message: string; increment: number }>,
  token: vscode.CancellationToken,
): Promise<ExportResult> {
  const { exportPersons } = await import('#exports/exportPersons.ts');
  const { exportPaused } = await import('#exports/exportOptions.ts');
  const { exportFileName } = await import('#exports/files/fileName.ts');
  const client = await deps.clients.open(ref.connectionId);
  const controller = new AbortController();
  const pause = () => controller.abort(exportPaused);
  deps.closing.addEventListener('abort', pause);
  const cancelling = token.onCancellationRequested(() => controller.abort());
  const startedAt = performance.now();
  const startRows = resumeFrom?.rows ?? 0;
  let shown = 0;
  try {
    const result = await exportPersons({
      cohorts: client.cohorts(ref.projectId),
      cohortId: ref.id,
      format,
      directory: deps.directory,
      fileName:
        resumeFrom?.fileName ??
        exportFileName({ id: ref.id, name: cohort.name }, extensionOf(format), new Date()),
      expectedCount: cohort.count ?? undefined,
      lastCalculation: cohort.last_calculation ?? null,
      signal: controller.signal,
      resumable: { tag: formatRecordRef(ref) },
      resumeFrom,
      onProgress: (now: ExportProgress) => {
        const percent = percentOf(now);
        const message = progressText(now, performance.now() - startedAt, startRows);
        progress.report({ message, increment: percent - shown });
        shown = percent;
      },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (format !== 'csv' && result.rows > startRows)
      await deps.lastSpeed.write((result.rows - startRows) / seconds);
    return result;
  } finally {
    cancelling.dispose();
    deps.closing.removeEventListener('abort', pause);
  }
}

function extensionOf(format: ExportFormat): string {
  return format === 'csvAll' ? 'csv' : format;
}

function tellFailure(deps: ExportRunDeps, job: ExportJob, name: string, error: unknown): boolean {
  if (isCancelled(error)) return false;
  void offerToGoOn(deps, job, name, error);
  return true;
}

/** What was kept goes on from its last whole page; where there is none, the export begins again. */
async function offerToGoOn(deps: ExportRunDeps, job: ExportJob, name: string, error: unknown): Promise<void> {
  const kept = await findKept(deps, job);
  const again = kept ? t('Resume') : t('Try Again');
  const { message, action } = describeError(error, job.ref.connectionId);
  const buttons = action ? [again, action.title] : [again];
  const choice = await vscode.window.showErrorMessage(
    plainText(t('The export of “{0}” broke off. {1}', name, message)),
    ...buttons,
  );
  if (choice === again) await runExport(deps, kept ? { ...job, resumeFrom: kept } : job);
  else if (action && choice === action.title) {
    await vscode.commands.executeCommand(action.command, ...(action.args ?? []));
  }
}

async function findKept(
  { directory }: ExportRunDeps,
  { ref, format }: ExportJob,
): Promise<ResumableExport | undefined> {
  const { listResumable } = await import('#exports/files/checkpoint.ts');
  const tag = formatRecordRef(ref);
  const ofCohort = (await listResumable(directory)).filter((one) => one.tag === tag && one.format === format);
  return ofCohort.toSorted((one, other) => one.rows - other.rows).at(-1);
}

/** The export that is not whole comes with the way to the rest. */
async function tell(
  deps: ExportRunDeps,
  { ref }: ExportJob,
  name: string,
  result: ExportResult,
): Promise<void> {
  const saveAs = t('Save As…');
  const everyone = t('Export Everyone');
  const isWhole = result.complete === 'yes' && !result.notes.includes('recalculated');
  const canHelp = !isWhole && result.format === 'csv' && !result.notes.includes('cohortShaped');
  const buttons = canHelp ? [everyone, saveAs] : [saveAs];
  const text = plainText(resultText(name, result));
  const choice = isWhole
    ? await vscode.window.showInformationMessage(text, ...buttons)
    : await vscode.window.showWarningMessage(text, ...buttons);
  if (choice === saveAs)
    await vscode.commands.executeCommand('cohortDeck.saveExportAs', vscode.Uri.file(result.path));
  else if (choice === everyone) await runExport(deps, { ref, format: 'csvAll' });
}
