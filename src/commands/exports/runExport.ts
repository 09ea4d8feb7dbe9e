// Exports a cohort's persons, opens the file and says how it went.
import * as vscode from 'vscode';
import { withProgress } from '#host/messages/showProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { showError } from '#host/messages/showError.ts';
import { addSeenValues, openSeenValues, type ProjectValues } from '#model/records/persons/seenValues.ts';
import { removedConnection, toExportUserError } from './exportResultText.ts';
import {
  type FailedExport,
  keyOfJob,
  keyUntilDone,
  offerToKeep,
  showFailure,
  showResult,
} from './exportNotifications.ts';
import { openExport } from './openExport.ts';
import { recentExportOf } from './recentExportOf.ts';
import { type ExportJob, RunningExport, type RunningExportDeps } from './runningExport.ts';

const { t } = vscode.l10n;

export type ExportEnd =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: FailedExport };

/** Reports its own failure, except for one of several exports, which share a message. */
export async function runExport(deps: RunningExportDeps, job: ExportJob): Promise<ExportEnd> {
  deps.retries.drop(keyOfJob(job));
  const run = new RunningExport(deps, job);
  const values = openSeenValues(deps.seenValues, job.ref);
  let result: ExportResult;
  try {
    result = await withProgress(
      {
        location: vscode.ProgressLocation.Notification,
        title: titleOf(job, run.name),
        cancellable: true,
      },
      (report, token) => run.write(report, token),
    );
  } catch (error) {
    // A window that closes cancels its progress as well; then the export stays to be resumed.
    if (isCancelled(error) && run.wasCancelled && !deps.closing.aborted) {
      runChosen(deps, offerToKeep(deps, job, run));
    }
    const isRemoved = isCancelled(error) && !run.wasCancelled && !deps.closing.aborted;
    const reason = isRemoved ? removedConnection() : toExportUserError(error);
    const hasBegun = run.rows > (job.resumeFrom?.rows ?? 0);
    return reportFailure(deps, { job, name: run.name, error: reason, hasBegun });
  }
  const whole = { ref: job.ref, format: job.format };
  deps.retries.drop(keyOfJob(whole), keyUntilDone(whole)); // also if a kept part was resumed
  if (result.nameRefusal !== undefined)
    deps.log.warn('An export is whole, but its file could not be renamed.', result.nameRefusal);
  void suggestFrom(result.path, values, deps);
  await showExport(deps, job, { name: run.name, result });
  return { kind: 'done' };
}

/** A step that fails stops no other one, and not the exports after it in a queue. */
async function showExport(
  deps: RunningExportDeps,
  job: ExportJob,
  { name, result }: { readonly name: string; readonly result: ExportResult },
): Promise<void> {
  try {
    await deps.recentExports.add(recentExportOf(job.ref, name, result));
  } catch (error) {
    void showError(
      t('“{0}” was exported, but could not be added to the recent exports.', name),
      error,
      deps.log,
    );
  }
  let shownAs: Awaited<ReturnType<typeof openExport>> = 'text'; // offers the table
  try {
    shownAs = await openExport(vscode.Uri.file(result.path), job.isFromTable);
  } catch (error) {
    void showError(t('“{0}” was exported, but the export could not be shown.', name), error, deps.log);
  }
  runChosen(deps, showResult(deps, job, { name, result }, shownAs));
}

/** From the first persons of the file, once it is written: the export itself is as fast as without. */
async function suggestFrom(file: string, values: ProjectValues, { log }: RunningExportDeps): Promise<void> {
  try {
    const { readFirstPersons } = await import('#table/readFirstPersons.ts');
    for (const properties of await readFirstPersons(file)) addSeenValues(values, properties);
  } catch (error) {
    log.debug('Could not read an export for suggestions.', error);
  }
}

function titleOf({ place }: ExportJob, name: string): string {
  if (place === undefined || place.length === 1) return t('Exporting “{0}”', name);
  return t('Exporting {0} of {1}: “{2}”', place.index + 1, place.length, name);
}

function reportFailure(deps: RunningExportDeps, failure: FailedExport): ExportEnd {
  const { job, error } = failure;
  if (isCancelled(error)) return { kind: 'cancelled' };
  deps.log.error('An export failed.', error);
  const isOneOfSeveral = job.place !== undefined && job.place.length > 1;
  if (!isOneOfSeveral) runChosen(deps, showFailure(deps, failure));
  return { kind: 'failed', failure };
}

/** Runs what the person chooses in a message, without waiting for the choice. */
function runChosen(deps: RunningExportDeps, choice: Promise<ExportJob | undefined>): void {
  choice
    .then((job) => job && runExport(deps, job))
    .catch((error: unknown) => void showError('', error, deps.log));
}
