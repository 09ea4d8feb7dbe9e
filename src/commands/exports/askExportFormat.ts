// The pick of an export's format: each says what the file will hold, and what it costs in requests and time.
import * as vscode from 'vscode';
import {
  csvCaps,
  type ExportFormat,
  exportFormatNames,
  isExportFormat,
} from '#exports/files/exportFormat.ts';
import { askPickOf } from '#host/input/askPick.ts';
import { isCohort, nameOf } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { Memory } from '#model/storage/memory.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { formatDuration } from './exportResultText.ts';
import type { RunningExportDeps } from './runExport.ts';

const { t } = vscode.l10n;

export interface FormatDeps extends Pick<RunningExportDeps, 'catalog' | 'lastSpeed'> {
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
export function askExportFormat(
  deps: FormatDeps,
  refs: readonly RecordRef[],
): Promise<ExportFormat | undefined> {
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
