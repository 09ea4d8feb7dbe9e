// The commands of exports.
import * as vscode from 'vscode';
import { type CommandTargets, givenText } from '#commands/targets/commandTargets.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { isExportFormat } from '#exports/files/exportFormat.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { UserError } from '#host/messages/userError.ts';
import { parseRecordRef } from '#model/records/recordRef.ts';
import { askExportFormat, type FormatDeps } from './askExportFormat.ts';
import { saveExportAs, type SaveExportDeps } from './saveExport.ts';
import { compareCohorts } from './compareCohorts.ts';
import { compareExports } from './compareExports.ts';
import { copyPersonsToClipboard } from './copyPersonsToClipboard.ts';
import { type ExportJob, type FailedExport, showFailures } from './exportNotifications.ts';
import { clearExports, type ExportFileDeps, resumableItem, showRecentExports } from './showRecentExports.ts';
import type { ComparisonDeps } from './runComparison.ts';
import { runExport, type RunningExportDeps } from './runExport.ts';

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

/**
 * A third argument is the format, and nothing asks for it, or `table`: what is exported from a table opens as one. Several
 * selected cohorts are exported one after the other, in one format; cancelling one cancels those after it.
 */
async function exportCohorts(deps: ExportDeps, args: readonly unknown[]): Promise<void> {
  const refs = await deps.targets.records(args, ['cohort'], t('Export Persons'));
  if (refs.length === 0) return;
  const given = givenText(args);
  const format = isExportFormat(given) ? given : await askExportFormat(deps, refs);
  if (!format) return;
  if (format !== given) await deps.lastFormat.write(format);
  await runAll(
    deps,
    refs.map((ref) => ({ ref, format, isFromTable: given === 'table' })),
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
