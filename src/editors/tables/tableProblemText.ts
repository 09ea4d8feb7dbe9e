// Sentences on what is wrong with a table's file.
import * as vscode from 'vscode';
import { describeError } from '#host/messages/errorMessage.ts';
import { restColumn } from '#exports/csv/csvColumns.ts';
import { maxGroups } from '#table/groupRows.ts';
import { encodingNames } from '#table/encodings.ts';
import type { RowFlaw } from '#table/indexRows.ts';
import type { IndexState } from '#table/openTable.ts';
import type { TableProblems } from '#protocol/tableMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** UTF-16 units, of a column's name in a sentence. */
const maxNameLength = 100;

type Problem = IndexState['problems'][number];

export function describeProblems({ problemCount, problems, dialect }: IndexState): TableProblems {
  const encoding = encodingNames[dialect.encoding];
  return { count: problemCount, sentences: problems.map((problem) => describeProblem(problem, encoding)) };
}

/** Why a file whose index is whole has nothing to show as rows; undefined if it has. */
export function describeNoRows(
  fileName: string,
  { rows, columns, problems }: IndexState,
): string | undefined {
  if (problems.some(({ flaw }) => flaw === 'notText'))
    return t('“{0}” is not text, so a table cannot read it.', fileName);
  const hasNoCells = rows > 0 && columns.length === 0;
  if (!hasNoCells && !problems.some(({ flaw }) => flaw === 'notList')) return undefined;
  return t(
    '“{0}” is not a list of objects, so it has no rows. A table needs a CSV file, a JSON list of objects, or NDJSON with one object per line.',
    fileName,
  );
}

function describeProblem(problem: Problem, encoding: string): string {
  const { line, row } = problem;
  const place = line > 0 ? t('Line {0}', formatCount(line)) : t('Row {0}', formatCount(row + 1));
  return t('{0}: {1}', place, describeFlaw(problem, encoding));
}

/** @param encoding the file's, by name */
export function describeFlaw({ flaw, cells, columns }: RowFlaw, encoding: string): string {
  switch (flaw) {
    case 'openQuote':
      return t('Unclosed quote. The row is shown up to the end of its line.');
    case 'quotes':
      return t(
        'Text after a closing quote, so lines may be joined. “Reopen With…” can read quotes as letters.',
      );
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
    case 'undecodable':
    case 'otherEncoding':
      return describeLetters(flaw, encoding);
    case 'notText':
      return t('The file is not text.');
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

function describeLetters(flaw: 'undecodable' | 'otherEncoding', encoding: string): string {
  if (flaw === 'otherEncoding') return t('UTF-8 in a {0} file. Some letters are shown as others.', encoding);
  return t(
    'Not {0}. Some letters are shown as “{1}”, and the row cannot be copied or saved from here.',
    encoding,
    '\uFFFD',
  );
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
  if (kind === 'undecodable')
    return t(
      'Some bytes of the file are not valid in its encoding, so a copy would have other letters. The problems below the table name their lines; “Reopen With…” may read them in another encoding.',
    );
  return t('Could not read the table: {0}', describeError(error).message);
}
