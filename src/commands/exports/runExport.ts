// Exports a cohort's persons, opens the file and says how it went.
import * as vscode from 'vscode';
import { recordName } from '#commands/targets/recordNames.ts';
import { type ExportProgress, ExportSpeed } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import { exportFormats } from '#exports/files/exportFormat.ts';
import { toAbortSignal } from '#host/disposables.ts';
import { type ReportProgress, withProgress } from '#host/messages/showProgress.ts';
import { isCancelled, UserError } from '#host/messages/userError.ts';
import { showError } from '#host/messages/showError.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Catalog } from '#model/records/catalog.ts';
import { type Cohort, isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecentExports } from '#model/records/persons/recentExports.ts';
import {
  addSeenValues,
  openSeenValues,
  type ProjectValues,
  type SeenValues,
} from '#model/records/persons/seenValues.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { Memory } from '#model/storage/memory.ts';
import {
  percentOf,
  progressText,
  removedConnection,
  serviceCsvProgressText,
  toExportUserError,
} from './exportResultText.ts';
import {
  type ExportJob,
  type FailedExport,
  keyOfJob,
  keyUntilDone,
  offerToKeep,
  type OutcomeDeps,
  showFailure,
  showResult,
} from './exportNotifications.ts';
import { openExport } from './openExport.ts';
import { recentExportOf } from './recentExportOf.ts';

const { t } = vscode.l10n;

export interface RunningExportDeps extends OutcomeDeps {
  readonly catalog: Catalog;
  readonly clients: Pick<ConnectionClients, 'open'>;
  readonly recentExports: RecentExports;
  /** The properties of its persons are suggested in filters. */
  readonly seenValues: SeenValues;
  /** Persons per second of the last export of all persons. */
  readonly lastSpeed: Memory;
  /** Aborts when the window closes; what was written so far is then kept. */
  readonly closing: AbortSignal;
}

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

// One running export: its options, its progress, and its cancellation.

export class RunningExport {
  readonly #deps: RunningExportDeps;
  readonly #job: ExportJob;
  #startedMs = performance.now();
  #shownPercent = 0;
  readonly #speed: ExportSpeed;
  /** The cohort's name, as far as it is known. */
  name: string;
  /** Persons received, including those of a resumed export. */
  rows: number;
  /** The person canceled; what was written so far is kept until the person has decided. */
  wasCancelled = false;
  /** Undefined until a new export begins to write. */
  fileName: string | undefined;

  constructor(deps: RunningExportDeps, job: ExportJob) {
    this.#deps = deps;
    this.#job = job;
    this.name = recordName(deps.catalog, job.ref);
    this.rows = job.resumeFrom?.rows ?? 0;
    this.fileName = job.resumeFrom?.fileName;
    this.#speed = new ExportSpeed(this.rows);
  }

  async write(report: ReportProgress, token: vscode.CancellationToken): Promise<ExportResult> {
    token.onCancellationRequested(() => (this.wasCancelled = true));
    const signal = AbortSignal.any([this.#deps.closing, toAbortSignal(token)]);
    this.#requireSameAddress();
    const cohort = await this.#readCohort(signal, report);
    const result = await this.#export(cohort, signal, (now) => this.#show(now, report));
    await this.#rememberSpeed(result);
    return result;
  }

  #requireSameAddress(): void {
    const { ref, resumeFrom } = this.#job;
    const { address = '' } = resumeFrom ?? {};
    if (!this.#deps.connections.leadsElsewhere(ref.connectionId, resumeFrom?.address)) return;
    throw new UserError(
      t('This export began at another address of its connection, {0}. Export again.', address),
    );
  }

  /** Reads the cohort, with whose current count the rows are compared. */
  async #readCohort(signal: AbortSignal, report: ReportProgress): Promise<Cohort> {
    report(t('reading the cohort’s count'));
    const cohort = await loadCohort(this.#deps.catalog, this.#job.ref, signal);
    this.name = nameOf(cohort) ?? this.name;
    this.#startedMs = performance.now();
    return cohort;
  }

  async #export(
    cohort: Cohort,
    signal: AbortSignal,
    onProgress: (progress: ExportProgress) => void,
  ): Promise<ExportResult> {
    const { exportPersons } = await import('#exports/exportPersons.ts');
    const { exportFileName } = await import('#exports/files/exportFileName.ts');
    const { ref, format, resumeFrom } = this.#job;
    const { count, last_calculation: lastCalculation, name } = cohort;
    const { extension } = exportFormats[format];
    this.fileName ??= exportFileName({ id: ref.id, name }, extension, new Date());
    const client = await this.#deps.clients.open(ref.connectionId);
    return exportPersons({
      cohorts: client.cohorts(ref.projectId),
      cohortId: ref.id,
      format,
      directory: this.#deps.directory,
      fileName: this.fileName,
      expectedCount: count ?? undefined,
      lastCalculation: lastCalculation ?? null,
      signal,
      resumable: {
        tag: formatRecordRef(ref),
        address: this.#deps.connections.addressOf(ref.connectionId),
      },
      resumeFrom,
      onProgress,
    });
  }

  #show(now: ExportProgress, report: ReportProgress): void {
    this.rows = now.rows;
    const percent = percentOf(now);
    const perSecond = this.#speed.perSecond(now.rows, performance.now());
    const textOf = this.#job.format === 'csv' ? serviceCsvProgressText : progressText;
    const message = textOf(now, perSecond);
    report(message, percent - this.#shownPercent);
    this.#shownPercent = percent;
  }

  async #rememberSpeed({ rows }: ExportResult): Promise<void> {
    const newRows = rows - (this.#job.resumeFrom?.rows ?? 0);
    if (this.#job.format === 'csv' || newRows <= 0) return;
    await this.#deps.lastSpeed.write(newRows / ((performance.now() - this.#startedMs) / 1000));
  }
}

export async function loadCohort(catalog: Catalog, ref: RecordRef, signal: AbortSignal): Promise<Cohort> {
  const cohort = await catalog.retrieve(ref, { signal });
  if (!isCohort(cohort)) throw new Error(`${formatRecordRef(ref)} is no cohort`);
  return cohort;
}
