// Sentences on what is wrong with a table's file.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import { restColumn } from '#exports/csv/csvColumns.ts';
import { maxGroups } from '#table/groupRows.ts';
import type { IndexState } from '#table/openTable.ts';
import type { TableProblems } from '#protocol/tableMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** UTF-16 units, of a column's name in a sentence. */
const maxNameLength = 100;

type Problem = IndexState['problems'][number];

export function describeProblems({ problemCount, problems }: IndexState): TableProblems {
  return { count: problemCount, sentences: problems.map(describeProblem) };
}

/** Why a file whose index is whole has nothing to show as rows; undefined if it has. */
export function describeNoRows(
  fileName: string,
  { rows, columns, problems }: IndexState,
): string | undefined {
  if (problems.some(({ flaw }) => flaw === 'notText'))
    return t(
      '“{0}” is not UTF-8 text, so a table cannot read it. Save it as UTF-8, then open it again.',
      fileName,
    );
  const hasNoCells = rows > 0 && columns.length === 0;
  if (!hasNoCells && !problems.some(({ flaw }) => flaw === 'notList')) return undefined;
  return t(
    '“{0}” is not a list of objects, so it has no rows. A table needs a CSV file, a JSON list of objects, or NDJSON with one object per line.',
    fileName,
  );
}

function describeProblem(problem: Problem): string {
  const { line, row } = problem;
  const place = line > 0 ? t('Line {0}', formatCount(line)) : t('Row {0}', formatCount(row + 1));
  return t('{0}: {1}', place, describeFlaw(problem));
}

function describeFlaw({ flaw, cells, columns }: Problem): string {
  switch (flaw) {
    case 'openQuote':
      return t('Unclosed quote. The row is shown up to the end of its line.');
    case 'cells':
      if (cells === 1) return t('1 cell for {0} columns.', formatCount(columns));
      if (columns === 1) return t('{0} cells for 1 column.', formatCount(cells));
      return t('{0} cells for {1} columns.', formatCount(cells), formatCount(columns));
    case 'columns':
      return t(
        'More than {0} columns. The rest is in the last one, “{1}”.',
        formatCount(columns),
        restColumn,
      );
    case 'cut':
      return t('Incomplete JSON. The readable part is shown.');
    case 'notJson':
      return t('Invalid JSON. The readable part is shown.');
    case 'notUtf8':
      return t(
        'Not UTF-8. Some letters are shown as “{0}”, and the row cannot be copied or saved from here.',
        '\uFFFD',
      );
    case 'notText':
      return t('The file is not UTF-8 text.');
    case 'notList':
      return t('The file contains a single value instead of a list.');
    case 'notObject':
      return t('Not an object, so the row has no cells.');
    case 'afterEnd':
      return t('Text after the end of the list was ignored.');
    case 'notClosed':
      return t('The file ends in the middle of its list. Rows may be missing.');
  }
}

export function tooManyGroups(column: string): string {
  return t(
    '“{0}” has more than {1} values. Group by a column with fewer.',
    displayText(column, maxNameLength),
    formatCount(maxGroups),
  );
}

export function describeTableFailure(error: unknown): string {
  const kind: unknown = error instanceof Error && 'kind' in error ? error.kind : undefined;
  if (kind === 'noFolder')
    return t('The file no longer exists. If it was an export, export the persons again.');
  if (kind === 'noPermission') return t('No permission to read the file. Check its permissions.');
  if (kind === 'notUtf8')
    return t('The file is not UTF-8, so a copy would have other letters. Save it as UTF-8 first.');
  return t('Could not read the table: {0}', describeError(error).message);
}
