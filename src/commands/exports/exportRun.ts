// One running export: its options, its progress, and its cancellation.
import type * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpoint.ts';
import { type ExportFormat, exportFormats } from '#exports/files/exportFormat.ts';
import type { ExportProgress } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { Log } from '#host/log.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { Memory } from '#model/storage/memory.ts';
import type { RecentExports } from '#model/records/recentExports.ts';
import type { Cohort } from '#model/records/deckRecord.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { percentOf, progressText } from './exportMessages.ts';

export interface ExportRunDeps {
  readonly catalog: Catalog;
  readonly clients: ConnectionClients;
  /** The extension's own folder for exports; it may not exist yet. */
  readonly directory: string;
  readonly recentExports: RecentExports;
  readonly log: Log;
  /** Persons per second of the last export of all persons. */
  readonly lastSpeed: Memory;
  /** Aborts when the window closes; what was written so far is then kept. */
  readonly closing: AbortSignal;
}

export interface ExportJob {
  readonly ref: RecordRef;
  readonly format: ExportFormat;
  /** Its place in a queue of several. */
  readonly place?: { readonly index: number; readonly length: number };
  readonly resumeFrom?: ResumableExport | undefined;
}

export class ExportRun {
  readonly #deps: ExportRunDeps;
  readonly #job: ExportJob;
  readonly #cohort: Cohort;
  readonly #startedMs = performance.now();
  #shownPercent = 0;
  /** By the person; what was written so far is then kept until the person has decided. */
  wasCancelled = false;
  /** Undefined until it begins to write. */
  fileName: string | undefined;

  constructor(deps: ExportRunDeps, job: ExportJob, cohort: Cohort) {
    this.#deps = deps;
    this.#job = job;
    this.#cohort = cohort;
  }

  async write(
    progress: vscode.Progress<{ message: string; increment: number }>,
    token: vscode.CancellationToken,
  ): Promise<ExportResult> {
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
      const result = await this.#export(controller.signal, (now) => this.#show(now, progress));
      await this.#rememberSpeed(result);
      return result;
    } finally {
      cancelling.dispose();
      closing.removeEventListener('abort', pause);
    }
  }

  async #export(signal: AbortSignal, onProgress: (progress: ExportProgress) => void): Promise<ExportResult> {
    const { exportPersons } = await import('#exports/exportPersons.ts');
    const { exportFileName } = await import('#exports/files/fileName.ts');
    const { ref, format, resumeFrom } = this.#job;
    const { count, last_calculation: lastCalculation, name } = this.#cohort;
    const { extension } = exportFormats[format];
    this.fileName = resumeFrom?.fileName ?? exportFileName({ id: ref.id, name }, extension, new Date());
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

  #show(now: ExportProgress, progress: vscode.Progress<{ message: string; increment: number }>): void {
    const percent = percentOf(now);
    const elapsedMs = performance.now() - this.#startedMs;
    const message = progressText(now, elapsedMs, this.#job.resumeFrom?.rows ?? 0);
    progress.report({ message, increment: percent - this.#shownPercent });
    this.#shownPercent = percent;
  }

  async #rememberSpeed({ rows }: ExportResult): Promise<void> {
    const newRows = rows - (this.#job.resumeFrom?.rows ?? 0);
    if (this.#job.format === 'csv' || newRows <= 0) return;
    await this.#deps.lastSpeed.write(newRows / ((performance.now() - this.#startedMs) / 1000));
  }
}
