// The commands of exports.
import * as vscode from 'vscode';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/askPick.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import { compareCohorts } from './compareCohorts.ts';
import { compareExports } from './compareExports.ts';
import type { ComparisonDeps } from './runComparison.ts';
import { copyPersonsToClipboard } from './copyPersonsToClipboard.ts';
import { type ExportFileDeps, showRecentExports } from './showRecentExports.ts';
import { resumableItem } from './resumableItem.ts';
import { clearExports } from './clearExports.ts';
import { saveExportAs, type SaveExportDeps } from './saveExport.ts';
import { type FailedExport, showFailures } from './exportNotifications.ts';
import type { ExportJob, RunningExportDeps } from './runningExport.ts';
import { runExport } from './runExport.ts';
import { type FormatDeps, pickFormat } from './pickFormat.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';

const { t } = vscode.l10n;

export interface ExportDeps
  extends RunningExportDeps, ExportFileDeps, SaveExportDeps, ComparisonDeps, FormatDeps {
  readonly targets: CommandTargets;
}

export function createExportCommands(deps: ExportDeps) {
  return {
    'cohortDeck.compareCohorts': (...args: readonly unknown[]) => compareCohorts(deps, args),
    'cohortDeck.compareExports': (...args: readonly unknown[]) => compareExports(deps, args),
    'cohortDeck.exportPersons': (...args: readonly unknown[]) => exportCohorts(deps, args),
    'cohortDeck.resumeExport': () => resumeExport(deps),
    'cohortDeck.saveExportAs': (...args: readonly unknown[]) => saveExportAs(deps, args),
    'cohortDeck.recentExports': () => showRecentExports(deps, (interrupted) => resume(deps, interrupted)),
    'cohortDeck.clearExports': () => clearExports(deps),
    'cohortDeck.copyPersons': (...args: readonly unknown[]) => copyPersonsToClipboard(deps, args),
  };
}

/** Several selected cohorts are exported one after the other, in one format; cancelling one cancels those after it. */
async function exportCohorts(deps: ExportDeps, args: readonly unknown[]): Promise<void> {
  const refs = await deps.targets.records(args, ['cohort'], t('Export Persons'));
  if (refs.length === 0) return;
  const format = await pickFormat(deps, refs);
  if (!format) return;
  await deps.lastFormat.write(format);
  await runAll(
    deps,
    refs.map((ref) => ({ ref, format })),
  );
}

async function runAll(deps: ExportDeps, jobs: readonly ExportJob[]): Promise<void> {
  const failed: FailedExport[] = [];
  let done = 0;
  for (const [index, job] of jobs.entries()) {
    const end = await runExport(deps, { ...job, place: { index, length: jobs.length } });
    if (end.kind === 'cancelled') break;
    if (end.kind === 'done') done++;
    else failed.push(end.failure);
  }
  if (jobs.length === 1) return; // the export has already reported its failure
  const again = await showFailures(deps, failed, done + failed.length);
  if (again.length > 0) await runAll(deps, again);
}

async function resumeExport(deps: ExportDeps): Promise<void> {
  const { listResumable } = await import('#exports/files/checkpointFile.ts');
  const resumable = await listResumable(deps.directory);
  const [only] = resumable;
  if (!only) throw new UserError(t('No interrupted exports to resume.'));
  const picked =
    resumable.length === 1
      ? only
      : await askPickOf(resumable.map(resumableItem), {
          title: t('Resume Export'),
          placeholder: t('Select an export to resume'),
        });
  if (picked) await resume(deps, picked);
}

async function resume(deps: ExportDeps, interrupted: ResumableExport): Promise<void> {
  const ref = parseRecordRef(interrupted.tag);
  if (ref) await runExport(deps, { ref, format: interrupted.format, resumeFrom: interrupted });
}
