// The commands of exports.
import * as vscode from 'vscode';
import { type CommandTargets, givenText } from '#commands/targets/commandTargets.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import {
  csvCaps,
  type ExportFormat,
  exportFormatNames,
  isExportFormat,
} from '#exports/files/exportFormat.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { UserError } from '#host/messages/userError.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import { parseRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import type { Memory } from '#model/storage/memory.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { saveExportAs, type SaveExportDeps } from './saveExport.ts';
import { compareCohorts } from './compareCohorts.ts';
import { compareExports } from './compareExports.ts';
import { copyPersonsToClipboard } from './copyPersonsToClipboard.ts';
import { type ExportJob, type FailedExport, showFailures } from './exportNotifications.ts';
import { formatDuration } from './exportResultText.ts';
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
  const format = isExportFormat(given) ? given : await pickFormat(deps, refs);
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

// The pick of an export's format: each says what the file will hold, and what it costs in requests and time.
interface FormatDeps extends Pick<RunningExportDeps, 'catalog' | 'lastSpeed'> {
  /** The format that was chosen last. */
  readonly lastFormat: Memory;
}

const [serviceCap] = csvCaps;
const pageSize = 1000;

const icons: Readonly<Record<ExportFormat, string>> = {
  csv: 'table',
  csvAll: 'table',
  json: 'json',
  ndjson: 'list-flat',
};
/** Persons per second of the embedded service and common deployments; the first export measures its own. */
const usualSpeed = 2500;

/** Each format says what it costs. */
function pickFormat(deps: FormatDeps, refs: readonly RecordRef[]): Promise<ExportFormat | undefined> {
  const speed = deps.lastSpeed.read();
  const counts = refs.map((ref) => {
    const record = deps.catalog.get(ref);
    return record && isCohort(record) ? (record.count ?? undefined) : undefined;
  });
  const items = formatsInOrder(deps.lastFormat.read(), counts).map((format) => ({
    label: formatTitle(format, counts),
    detail: formatCost(format, counts, typeof speed === 'number' && speed > 0 ? speed : usualSpeed),
    iconPath: new vscode.ThemeIcon(icons[format]),
    value: format,
  }));
  return askPickOf<ExportFormat>(items, { title: titleFor(deps, refs), placeholder: t('Select a format') });
}

/** The one that was chosen last comes first, unless it would lack persons: then the one with all of them. */
export function formatsInOrder(
  last: unknown,
  counts: readonly (number | undefined)[],
): readonly ExportFormat[] {
  const isCapped = counts.some((count) => count !== undefined && count > serviceCap);
  const wanted = isExportFormat(last) ? last : 'csv';
  const first = isCapped && wanted === 'csv' ? 'csvAll' : wanted;
  return [first, ...exportFormatNames.filter((format) => format !== first)];
}

function titleFor({ catalog }: FormatDeps, refs: readonly RecordRef[]): string {
  if (refs.length > 1) return t('Export Persons of {0} Cohorts', refs.length);
  const record = refs[0] && catalog.get(refs[0]);
  const name = record && nameOf(record);
  return name ? t('Export Persons of “{0}”', name) : t('Export Persons');
}

function formatTitle(format: ExportFormat, counts: readonly (number | undefined)[]): string {
  switch (format) {
    case 'csv':
      return counts.every((count) => count !== undefined && count <= serviceCap)
        ? t('CSV from the Service')
        : t('CSV from the Service (first {0})', formatCount(serviceCap));
    case 'csvAll':
      return t('CSV, All Persons');
    case 'json':
      return t('JSON');
    case 'ndjson':
      return t('NDJSON');
  }
}

/**
 * What a format holds and costs. `counts`: of the cohorts to be exported; `personsPerSecond`: of the last export of all
 * persons.
 */
export function formatCost(
  format: ExportFormat,
  counts: readonly (number | undefined)[],
  personsPerSecond: number,
): string {
  const known = counts.filter((count) => count !== undefined);
  const isKnown = known.length === counts.length;
  if (format === 'csv') return isKnown ? serviceCsvCost(known) : serviceCsvCostUnknown(counts.length);
  const what = formatContent(format);
  if (!isKnown) return t('All persons, page by page; {0}', what);
  const requests = known.reduce((sum, count) => sum + Math.max(1, Math.ceil(count / pageSize)), 0);
  const time = formatDuration(known.reduce((sum, count) => sum + count, 0) / personsPerSecond);
  return requests === 1
    ? t('All persons in 1 request, about {0}; {1}', time, what)
    : t('All persons in {0} requests, about {1}; {2}', formatCount(requests), time, what);
}

/** Each cohort is one request, and is capped by itself. */
function serviceCsvCost(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const served = counts.reduce((sum, count) => sum + Math.min(count, serviceCap), 0);
  const requests = counts.length === 1 ? t('1 request') : t('{0} requests', formatCount(counts.length));
  return served < total
    ? t('At most {0} of {1} persons, {2}', formatCount(served), formatCount(total), requests)
    : [formatPersons(total, t), requests].join(', ');
}

function serviceCsvCostUnknown(cohorts: number): string {
  const cap = formatCount(serviceCap);
  return cohorts === 1
    ? t('1 request; most services stop at {0} persons', cap)
    : t('{0} requests; most services stop at {1} persons each', formatCount(cohorts), cap);
}

function formatContent(format: Exclude<ExportFormat, 'csv'>): string {
  switch (format) {
    case 'csvAll':
      return t('one column for each property');
    case 'json':
      return t('one array, properties unchanged');
    case 'ndjson':
      return t('one person per line, properties unchanged');
  }
}
