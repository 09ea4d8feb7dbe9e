// Exports a cohort's persons, opens the file and says how it went.
import * as vscode from 'vscode';
import type { ExportResult } from '#exports/exportResult.ts';
import { isCancelled, UserError } from '#host/userError.ts';
import { showError } from '#host/showError.ts';
import { plainText } from '#host/plainText.ts';
import { type DeckRecord, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { formatRecordRef } from '#model/records/recordRef.ts';
import { toExportUserError } from './exportMessages.ts';
import { askToKeep, showFailure, showResult } from './exportOutcome.ts';
import { openExport } from './openExport.ts';
import { type ExportJob, ExportRun, type ExportRunDeps } from './exportRun.ts';

const { t } = vscode.l10n;

/** False where the person cancelled it. Shows by itself what went wrong. */
export async function runExport(deps: ExportRunDeps, job: ExportJob): Promise<boolean> {
  const known = deps.catalog.get(job.ref);
  const knownName = (known && nameOf(known)) ?? t('#{0}', job.ref.id);
  let record: DeckRecord;
  try {
    record = await deps.catalog.retrieve(job.ref); // its present count is what the rows are compared with
  } catch (error) {
    return reportFailure(deps, job, knownName, error);
  }
  if (!isCohort(record)) return true;
  const name = nameOf(record) ?? knownName;
  const run = new ExportRun(deps, job, record);
  let result: ExportResult;
  try {
    result = await vscode.window.withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: plainText(titleOf(job, name)),
        cancellable: true,
      },
      (progress, token) => run.write(progress, token),
    );
  } catch (error) {
    // A window that closes cancels its progress as well; then the export stays to be resumed.
    if (isCancelled(error) && run.wasCancelled && !deps.closing.aborted) {
      runChosen(deps, askToKeep(deps.directory, job, name, run.fileName));
    }
    const isRemoved = isCancelled(error) && !run.wasCancelled && !deps.closing.aborted;
    return reportFailure(deps, job, name, isRemoved ? connectionRemoved() : toExportUserError(error));
  }
  await deps.recentExports.add({
    name,
    path: result.path,
    rows: result.rows,
    bytes: result.bytes,
    isComplete: result.complete === 'yes',
    exportedAt: Date.now(),
    cohort: formatRecordRef(job.ref),
  });
  const shownAs = await openExport(vscode.Uri.file(result.path));
  runChosen(deps, showResult(job, name, result, shownAs));
  return true;
}

function titleOf({ place }: ExportJob, name: string): string {
  if (place === undefined || place.length === 1) return t('Exporting “{0}”', name);
  return t('Exporting {0} of {1}: “{2}”', place.index + 1, place.length, name);
}

/** Nothing but the end of its connection cancels an export that nobody cancelled; what was written is kept. */
function connectionRemoved(): UserError {
  const connect = { title: t('Connect…'), command: 'cohortDeck.connect' } as const;
  return new UserError(t('Its connection was removed. Connect again to resume it.'), connect);
}

function reportFailure(deps: ExportRunDeps, job: ExportJob, name: string, error: unknown): boolean {
  if (isCancelled(error)) return false;
  deps.log.error('An export was interrupted.', error);
  runChosen(deps, showFailure(deps, job, name, error));
  return true;
}

/** Runs what the person chooses in a message, without waiting for the choice. */
function runChosen(deps: ExportRunDeps, choice: Promise<ExportJob | undefined>): void {
  choice
    .then((job) => job && runExport(deps, job))
    .catch((error: unknown) => void showError('', error, deps.log));
}
