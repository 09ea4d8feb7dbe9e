// How an export ended, in words. If it failed, exportErrorMessage.ts says why.
import * as vscode from 'vscode';
import { maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import type { ExportResult } from '#exports/exportResult.ts';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { formatCount, formatPersons, formatPersonsOf } from '#text/formatNumber.ts';

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
