// How an export ended, in words. If it failed, it says why.
import * as vscode from 'vscode';
import { maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import type { ExportProgress } from '#exports/exportProgress.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import type { ExportErrorKind } from '#exports/files/exportError.ts';
import { describeError } from '#host/messages/errorMessage.ts';
import { UserError } from '#host/messages/userError.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount, formatDecimal, formatPersons, formatPersonsOf } from '#text/formatNumber.ts';
import { formatClockWithSeconds } from '#text/formatTime.ts';

const { t } = vscode.l10n;

/** Whether the export is complete, and if not, what is known about the rest. */
export function resultText(name: string, result: ExportResult): string {
  const text = contentText(name, result);
  if (!result.notes.includes('unnamed')) return text;
  return `${text} ${t('The file could not be renamed. It is kept as “{0}”.', result.path)}`;
}

function contentText(name: string, result: ExportResult): string {
  const { notes } = result;
  if (notes.includes('cohortShaped')) {
    return t('The service returned the cohort instead of its persons. The file contains it unchanged.');
  }
  if (notes.includes('notCsv'))
    return t('The service returned JSON instead of CSV. The file contains it unchanged.');
  const sentences = [headline(name, result)];
  if (notes.includes('maybeCapped')) sentences.push(t('The service may have capped this export.'));
  if (notes.includes('recalculated')) {
    sentences.push(
      t('The cohort was recalculated during the export, so persons may be missing or outdated.'),
    );
  }
  if (notes.includes('calculating')) sentences.push(outdatedText('calculating', result.rows));
  if (notes.includes('calculationFailed')) sentences.push(outdatedText('failed', result.rows));
  if (notes.includes('pagingEnded')) sentences.push(t('The last page did not link to a further page.'));
  const { duplicates } = result.tally;
  if (duplicates === 1) sentences.push(t('Skipped 1 duplicate.'));
  else if (duplicates > 1) {
    sentences.push(t('Skipped {0} duplicates.', formatCount(duplicates)));
  }
  if (notes.includes('columnsFull'))
    sentences.push(
      t(
        'More than {0} columns: the others are JSON in the last one, “{1}”.',
        formatCount(maxColumns),
        restColumn,
      ),
    );
  if (result.tally.withMostIds > 0) sentences.push(mostIdsText(result.tally.withMostIds));
  return sentences.join(' ');
}

/** Why persons may be outdated, or there are none, by the state of their cohort. */
export function outdatedText(state: 'calculating' | 'failed', persons: number): string {
  if (persons === 0)
    return state === 'calculating'
      ? t('The cohort is being calculated.')
      : t('The last calculation of the cohort failed.');
  return state === 'calculating'
    ? t('The cohort is being calculated, so these are the persons of its last calculation.')
    : t('The last calculation failed, so persons may be outdated.');
}

/** `persons`: how many have as many distinct ids as a service sends at most, one or more. */
export function mostIdsText(persons: number): string {
  return persons === 1
    ? t('1 person has exactly 10 distinct IDs, the most that a service sends, and may have more.')
    : t(
        '{0} persons have exactly 10 distinct IDs, the most that a service sends, and may have more.',
        formatCount(persons),
      );
}

function headline(name: string, { rows, complete, expectedRows = 0 }: ExportResult): string {
  const persons = formatPersons(rows, t);
  const expected = formatCount(expectedRows);
  switch (complete) {
    case 'yes':
      if (rows === 0) return t('“{0}” has no persons. The export is empty.', name);
      if (rows === 1) return t('Exported the only person of “{0}”.', name);
      return t('Exported all {0} persons of “{1}”.', formatCount(rows), name);
    case 'capped':
      return t('The service’s CSV of “{0}” stops at {1} of {2} persons.', name, formatCount(rows), expected);
    case 'fewer':
    case 'more':
      return t('The export of “{0}” has {1}, but the cohort’s count is {2}.', name, persons, expected);
    case 'unknown':
      return t('Exported {0} of “{1}”. The service sent no count, so some may be missing.', persons, name);
  }
}

export function cancelledText(
  name: string,
  { rows, expectedCount }: Pick<ResumableExport, 'rows' | 'expectedCount'>,
): string {
  const persons =
    expectedCount === undefined ? formatPersons(rows, t) : formatPersonsOf(rows, expectedCount, t);
  return t('Canceled the export of “{0}” after {1}.', name, persons);
}

/** The message of a canceled export that is not kept. `rows`: persons received. */
export function droppedText(name: string, rows: number): string {
  if (rows === 0) return t('Canceled the export of “{0}” before it received any persons.', name);
  if (rows === 1) return t('Canceled the export of “{0}”. 1 person was received and discarded.', name);
  return t('Canceled the export of “{0}”. {1} persons were received and discarded.', name, formatCount(rows));
}

// How far an export is, in words.

/** `1,000 of 2,466 persons, 3.2 MB, 900/s, 2 s left`, or what the export waits for. */
export function progressText(progress: ExportProgress, perSecond: number | undefined): string {
  const { rows, bytes, expectedRows, waiting } = progress;
  if (rows === 0) return waiting ? waitText(waiting) : firstWaitText(expectedRows);
  const parts = [
    expectedRows === undefined ? formatPersons(rows, t) : formatPersonsOf(rows, expectedRows, t),
    formatBytes(bytes),
  ];
  if (waiting) return [...parts, waitText(waiting)].join(', ');
  if (perSecond !== undefined && perSecond >= 1) {
    parts.push(t('{0}/s', formatCount(Math.round(perSecond))));
    if (expectedRows !== undefined && expectedRows > rows) {
      parts.push(t('{0} left', formatDuration((expectedRows - rows) / perSecond)));
    }
  }
  return parts.join(', ');
}

/** The same for the one request of the service's CSV. */
export function serviceCsvProgressText(progress: ExportProgress, perSecond: number | undefined): string {
  return t('{0} (cannot be resumed)', progressText(progress, perSecond));
}

/** The first page takes the longest: the service is computing it. */
function firstWaitText(expectedRows = 0): string {
  return expectedRows > 1
    ? t('waiting for the first of {0} persons', formatCount(expectedRows))
    : t('waiting for the first persons');
}

function waitText({ reason, ms }: NonNullable<ExportProgress['waiting']>): string {
  const time = formatClockWithSeconds(Date.now() + ms); // the text does not change while the export waits
  switch (reason) {
    case 'paced':
      return t('staying below the rate limit until {0}', time);
    case 'throttled':
      return t('rate limit reached, retrying at {0}', time);
    case 'server':
      return t('service error, retrying at {0}', time);
    case 'network':
      return t('no connection, retrying at {0}', time);
  }
}

/** 0 to 100; 0 if the count is unknown. */
export function percentOf({ rows, expectedRows }: ExportProgress): number {
  return expectedRows ? Math.min(100, (rows / expectedRows) * 100) : 0;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return t('{0} kB', formatCount(Math.ceil(bytes / 1e3)));
  return t('{0} MB', formatDecimal(bytes / 1e6));
}

export function formatDuration(seconds: number): string {
  if (seconds < 90) return t('{0} s', Math.max(1, Math.ceil(seconds)));
  return t('{0} min', formatCount(Math.ceil(seconds / 60)));
}

// Why an export failed, in words.

/** An ExportError in a sentence that says what to do; every other error unchanged. */
export function toExportUserError(error: unknown): unknown {
  const unsavable = describeUnwritable(error);
  if (unsavable !== undefined) return new UserError(unsavable);
  if (!(error instanceof Error) || error.name !== 'ExportError' || !('kind' in error)) return error;
  const texts: Readonly<Record<ExportErrorKind, string>> = {
    diskFull: t('The disk is full. Free some space or run “Clear Exports”, then export again.'),
    noPermission: t('No permission to write to the exports folder. Check its permissions.'),
    badName: t('The file system rejected the file name. Rename the cohort, then export again.'),
    noFolder: t('Could not create the exports folder. Check that its parent is a folder.'),
    inUse: t('Another program is using the file. Close it there, then export again.'),
    notKept: t('The interrupted export is already being resumed, or its file no longer exists.'),
    damaged: t('The file of the interrupted export is damaged. Export again.'),
    disk: t('Could not write the export: {0}', describeError(error).message),
  };
  const text = Object.entries(texts).find(([kind]) => kind === error.kind)?.[1];
  return new UserError(text ?? error.message);
}

/** Why rows cannot be saved in the form that was chosen; undefined for any other error. */
function describeUnwritable(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const of = (name: string): unknown => Reflect.get(error, name);
  if (error.name === 'OverwrittenFile')
    return t('The file has changed since the table was opened. Reload the table, then save again.');
  if (error.name === 'UndecodableText')
    return t(
      'Some bytes of the file are not valid in its encoding, so a copy would have other letters. Save everything as it is, or reopen the table with another encoding.',
    );
  if (error.name === 'UnencodableText')
    return t('Windows-1252 has no “{0}”. Save in UTF-8 instead.', displayText(String(of('letter'))));
  if (error.name !== 'TooMuchForExcel') return undefined;
  const limit = formatCount(Number(of('limit')));
  switch (of('kind')) {
    case 'rows':
      return t('Excel takes at most {0} rows. Filter the table, or save as CSV.', limit);
    case 'columns':
      return t('Excel takes at most {0} columns. Hide some, or save as CSV.', limit);
    default:
      return t(
        'Excel takes at most {0} characters in a cell, and row {1} has one with more. Hide its column, or save as CSV.',
        limit,
        formatCount(Number(of('row'))),
      );
  }
}

/** The error when requests ended that the person did not cancel. */
export function removedConnection(): UserError {
  const connect = { title: t('Connect…'), command: 'cohortDeck.connect' } as const;
  return new UserError(t('Its connection was removed. Connect to the service again.'), connect);
}
