// One running export: its options, its progress, and its cancellation.
import * as vscode from 'vscode';
import type { ReportProgress } from '#host/messages/showProgress.ts';
import { recordName } from '#commands/targets/recordNames.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { type ExportFormat, exportFormats } from '#exports/files/exportFormat.ts';
import { type ExportProgress, ExportSpeed } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { Log } from '#host/log.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { RecentExports } from '#model/records/persons/recentExports.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import { type Cohort, isCohort, nameOf } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { percentOf, progressText, serviceCsvProgressText } from './exportResultText.ts';

const { t } = vscode.l10n;

export interface RunningExportDeps {
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly clients: Pick<ConnectionClients, 'open'>;
  /** The extension's own folder for exports; it may not exist yet. */
  readonly directory: string;
  readonly recentExports: RecentExports;
  /** The properties of its persons are suggested in filters. */
  readonly seenValues: SeenValues;
  readonly log: Log;
  /** Persons per second of the last export of all persons. */
  readonly lastSpeed: Memory;
  /** Aborts when the window closes; what was written so far is then kept. */
  readonly closing: AbortSignal;
  readonly retries: RetryRegistry;
}

export interface ExportJob {
  readonly ref: RecordRef;
  readonly format: ExportFormat;
  /** The export's place in a queue of several. */
  readonly place?: { readonly index: number; readonly length: number };
  readonly resumeFrom?: ResumableExport | undefined;
  /** It opens as a table. */
  readonly isFromTable?: boolean | undefined;
}

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
    const { exportPaused } = await import('#exports/exportOptions.ts');
    const { closing } = this.#deps;
    const controller = new AbortController();
    const pause = (): void => controller.abort(exportPaused);
    const cancel = (): void => {
      this.wasCancelled = true;
      pause();
    };
    closing.addEventListener('abort', pause);
    const cancelling = token.onCancellationRequested(cancel);
    try {
      const cohort = await this.#readCohort(controller.signal, report);
      const result = await this.#export(cohort, controller.signal, (now) => this.#show(now, report));
      await this.#rememberSpeed(result);
      return result;
    } finally {
      cancelling.dispose();
      closing.removeEventListener('abort', pause);
    }
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
      resumable: { tag: formatRecordRef(ref) },
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
