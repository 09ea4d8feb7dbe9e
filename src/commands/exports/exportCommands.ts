// The commands of exports.
import * as vscode from 'vscode';
import { type ExportFormat, exportFormats, isExportFormat } from '#exports/files/exportFormat.ts';
import { UserError } from '#host/userError.ts';
import { askPickOf } from '#host/quickInput.ts';
import type { Memory } from '#model/storage/memory.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import { parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { compareCohorts } from './compareCohorts.ts';
import { compareExports } from './compareExports.ts';
import type { ComparisonDeps } from './comparisonRun.ts';
import { copyPersons } from './copyPersons.ts';
import { clearExports, type ExportFileDeps, showRecentExports } from './exportFiles.ts';
import { saveExportAs, type SaveExportDeps } from './saveExport.ts';
import { type FailedExport, showFailures } from './exportOutcome.ts';
import type { ExportJob, RunningExportDeps } from './runningExport.ts';
import { runExport } from './runExport.ts';
import { formatCost, formatTitle } from './exportMessages.ts';
import type { CommandTargets } from '#commands/commandTargets.ts';
import { formatPersons, formatPersonsOf } from '#text/localFormat.ts';

const { t } = vscode.l10n;

export interface ExportDeps extends RunningExportDeps, ExportFileDeps, SaveExportDeps, ComparisonDeps {
  readonly targets: CommandTargets;
  /** The format that was chosen last. */
  readonly lastFormat: Memory;
}

export function createExportCommands(deps: ExportDeps) {
  return {
    'cohortDeck.compareCohorts': (...args: readonly unknown[]) => compareCohorts(deps, args),
    'cohortDeck.compareExports': (...args: readonly unknown[]) => compareExports(deps, args),
    'cohortDeck.exportPersons': (...args: readonly unknown[]) => exportCohorts(deps, args),
    'cohortDeck.resumeExport': () => resumeExport(deps),
    'cohortDeck.saveExportAs': (...args: readonly unknown[]) => saveExportAs(deps, args),
    'cohortDeck.recentExports': () => showRecentExports(deps),
    'cohortDeck.clearExports': () => clearExports(deps),
    'cohortDeck.copyPersons': (...args: readonly unknown[]) => copyPersons(deps, args),
  };
}

/** Several selected cohorts are exported one after the other, in one format; cancelling one cancels those after it. */
async function exportCohorts(deps: ExportDeps, args: readonly unknown[]): Promise<void> {
  const refs = await deps.targets.records(args, ['cohort'], t('Export Persons'));
  if (refs.length === 0) return;
  const format = await askFormat(deps, refs);
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

const icons: Readonly<Record<ExportFormat, string>> = {
  csv: 'table',
  csvAll: 'table',
  json: 'json',
  ndjson: 'list-flat',
};
/** Persons per second of the embedded service and common deployments; the first export measures its own. */
const usualSpeed = 2500;

/** Each format says what it costs; the one that was chosen last comes first. */
function askFormat(deps: ExportDeps, refs: readonly RecordRef[]): Promise<ExportFormat | undefined> {
  const speed = deps.lastSpeed.read();
  const counts = refs.map((ref) => {
    const record = deps.catalog.get(ref);
    return record && isCohort(record) ? (record.count ?? undefined) : undefined;
  });
  const items = Object.keys(exportFormats)
    .filter(isExportFormat)
    .map((format) => ({
      label: formatTitle(format),
      detail: formatCost(format, counts, typeof speed === 'number' && speed > 0 ? speed : usualSpeed),
      iconPath: new vscode.ThemeIcon(icons[format]),
      value: format,
    }));
  const last = deps.lastFormat.read();
  items.sort((a, b) => Number(b.value === last) - Number(a.value === last));
  return askPickOf<ExportFormat>(items, { title: titleFor(deps, refs), placeholder: t('Select a format') });
}

function titleFor({ catalog }: ExportDeps, refs: readonly RecordRef[]): string {
  if (refs.length > 1) return t('Export Persons of {0} Cohorts', refs.length);
  const record = refs[0] && catalog.get(refs[0]);
  const name = record && nameOf(record);
  return name ? t('Export Persons of “{0}”', name) : t('Export Persons');
}

async function resumeExport(deps: ExportDeps): Promise<void> {
  const { listResumable } = await import('#exports/files/checkpoint.ts');
  const resumable = await listResumable(deps.directory);
  const [only] = resumable;
  if (!only) throw new UserError(t('No interrupted exports to resume.'));
  const picked =
    resumable.length === 1
      ? only
      : await askPickOf(
          resumable.map((entry) => ({
            label: entry.fileName,
            description: t(
              '{0} so far',
              entry.expectedCount === undefined
                ? formatPersons(entry.rows, t)
                : formatPersonsOf(entry.rows, entry.expectedCount, t),
            ),
            iconPath: new vscode.ThemeIcon('debug-continue'),
            value: entry,
          })),
          { title: t('Resume Export'), placeholder: t('Select an export to resume') },
        );
  const ref = picked && parseRecordRef(picked.tag);
  if (picked && ref) await runExport(deps, { ref, format: picked.format, resumeFrom: picked });
}
