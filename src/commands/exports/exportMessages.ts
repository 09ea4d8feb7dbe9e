// An export in words: what a format costs, how far it is, how it ended.
import * as vscode from 'vscode';
import type { ExportProgress } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { ExportFormat } from '#exports/files/exportFormat.ts';
import type { ExportErrorKind } from '#exports/files/exportError.ts';
import { UserError } from '#host/userError.ts';

const { t } = vscode.l10n;

/** At which known deployments cut their CSV off; the lower of the two. */
const servedCap = 10_000;
const pageSize = 1000;

export function formatTitle(format: ExportFormat): string {
  switch (format) {
    case 'csv':
      return t('CSV as Served');
    case 'csvAll':
      return t('CSV of Everyone');
    case 'json':
      return t('JSON');
    case 'ndjson':
      return t('NDJSON');
  }
}

/**
 * What a format brings and costs. `counts` are those of the cohorts that are to be exported; `personsPerSecond` is how fast
 * the last export of everyone was.
 */
export function formatCost(
  format: ExportFormat,
  counts: readonly (number | undefined)[],
  personsPerSecond: number,
): string {
  const known = counts.filter((count) => count !== undefined);
  const isKnown = known.length === counts.length;
  if (format === 'csv') return isKnown ? servedCost(known) : servedCostUnknown(counts.length);
  const what = formatContent(format);
  if (!isKnown) return t('Everyone, page by page: {0}', what);
  const requests = known.reduce((sum, count) => sum + Math.max(1, Math.ceil(count / pageSize)), 0);
  const time = formatSeconds(known.reduce((sum, count) => sum + count, 0) / personsPerSecond);
  return requests === 1
    ? t('Everyone: 1 request, about {0}; {1}', time, what)
    : t('Everyone: {0} requests, about {1}; {2}', requests.toLocaleString(), time, what);
}

/** Each cohort is one request, and is capped by itself. */
function servedCost(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const served = counts.reduce((sum, count) => sum + Math.min(count, servedCap), 0);
  const requests = counts.length === 1 ? t('one request') : t('{0} requests', counts.length.toLocaleString());
  return served < total
    ? t('As served: at most {0} of {1} rows, {2}', served.toLocaleString(), total.toLocaleString(), requests)
    : t('As served: {0} rows, {1}', total.toLocaleString(), requests);
}

function servedCostUnknown(cohorts: number): string {
  const cap = servedCap.toLocaleString();
  return cohorts === 1
    ? t('One request; most services stop at {0} rows', cap)
    : t('{0} requests; most services stop at {1} rows each', cohorts.toLocaleString(), cap);
}

function formatContent(format: Exclude<ExportFormat, 'csv'>): string {
  switch (format) {
    case 'csvAll':
      return t('a column for every property');
    case 'json':
      return t('one array, properties as they are');
    case 'ndjson':
      return t('one person a line, properties as they are');
  }
}

/**
 * `1,000 of 2,466 persons, 3.2 MB, 900/s, 2 s left`, or what the export waits for. Of an export that goes on, `startRows`
 * were there before.
 */
export function progressText(progress: ExportProgress, elapsedMs: number, startRows = 0): string {
  const { rows, bytes, expectedRows, waiting } = progress;
  const parts = [
    expectedRows === undefined
      ? t('{0} persons', rows.toLocaleString())
      : t('{0} of {1} persons', rows.toLocaleString(), expectedRows.toLocaleString()),
    formatBytes(bytes),
  ];
  if (waiting) return [...parts, waitText(waiting.reason, waiting.ms)].join(', ');
  const perSecond = elapsedMs > 500 ? (rows - startRows) / (elapsedMs / 1000) : 0;
  if (perSecond >= 1) {
    parts.push(t('{0}/s', Math.round(perSecond).toLocaleString()));
    if (expectedRows !== undefined && expectedRows > rows) {
      parts.push(t('{0} left', formatSeconds((expectedRows - rows) / perSecond)));
    }
  }
  return parts.join(', ');
}

function waitText(reason: 'throttled' | 'network' | 'server', ms: number): string {
  const time = new Date(Date.now() + ms).toLocaleTimeString(); // the text stands still while the export waits
  switch (reason) {
    case 'throttled':
      return t('rate limit reached, going on at {0}', time);
    case 'server':
      return t('the service failed, trying again at {0}', time);
    case 'network':
      return t('connection lost, trying again at {0}', time);
  }
}

/** 0 to 100; 0 where nobody knows how many persons there are. */
export function percentOf({ rows, expectedRows }: ExportProgress): number {
  return expectedRows ? Math.min(100, (rows / expectedRows) * 100) : 0;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return t('{0} kB', Math.ceil(bytes / 1e3).toLocaleString());
  return t('{0} MB', (bytes / 1e6).toLocaleString(undefined, { maximumFractionDigits: 1 }));
}

function formatSeconds(seconds: number): string {
  if (seconds < 90) return t('{0} s', Math.max(1, Math.ceil(seconds)));
  return t('{0} min', Math.ceil(seconds / 60).toLocaleString());
}

/** Whether the export is whole, and if not, what is known of the rest. */
export function resultText(name: string, result: ExportResult): string {
  const rows = result.rows.toLocaleString();
  const { notes, complete, expectedRows } = result;
  if (notes.includes('cohortShaped')) {
    return t(
      'The service answered with the cohort itself instead of its persons. The answer is kept as it came.',
    );
  }
  if (notes.includes('notCsv'))
    return t('The service answered with JSON instead of CSV. The answer is kept as it came.');
  const sentences = [headline(name, rows, complete, expectedRows?.toLocaleString() ?? '')];
  if (notes.includes('maybeCapped')) sentences.push(t('So round a number may be the service’s limit.'));
  if (notes.includes('recalculated')) {
    sentences.push(
      t('The cohort was recalculated meanwhile, so some persons may be missing or gone by now.'),
    );
  }
  if (notes.includes('pagingEnded')) sentences.push(t('The service’s pages did not lead on to the end.'));
  const { duplicates } = result.tally;
  if (duplicates === 1) sentences.push(t('One person came twice and is written once.'));
  else if (duplicates > 1) {
    sentences.push(t('{0} persons came again and are written once.', duplicates.toLocaleString()));
  }
  return sentences.join(' ');
}

function headline(name: string, rows: string, complete: ExportResult['complete'], expected: string): string {
  switch (complete) {
    case 'yes':
      if (rows === '0') return t('“{0}” has no persons, so its export is empty.', name);
      if (rows === '1') return t('Exported the only person of “{0}”.', name);
      return t('Exported all {0} persons of “{1}”.', rows, name);
    case 'capped':
      return t('The service’s CSV of “{0}” stops at {1} of {2} persons.', name, rows, expected);
    case 'fewer':
    case 'more':
      return t('The export of “{0}” has {1} persons, but the cohort’s count is {2}.', name, rows, expected);
    case 'unknown':
      return t(
        'Exported {0} persons of “{1}”. The service does not say how many there are, so this may not be all.',
        rows,
        name,
      );
  }
}

/** What the disk refused, in words that say what to do; every other error as it is. */
export function toExportUserError(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== 'ExportError' || !('kind' in error)) return error;
  const texts: Readonly<Record<ExportErrorKind, string>> = {
    diskFull: t('The disk is full. Make room, or run “Clear Exports”, then export again.'),
    noPermission: t('The folder for exports may not be written to. Check its permissions.'),
    badName: t('The file system does not take the file’s name. Rename the cohort, then export again.'),
    noFolder: t('The folder for exports cannot be made. Check that its parent is a folder.'),
    inUse: t('Another program holds the file. Close it there, then export again.'),
    disk: t('The export could not be written: {0}', error.message),
  };
  const text = Object.entries(texts).find(([kind]) => kind === error.kind)?.[1];
  return new UserError(text ?? error.message);
}
