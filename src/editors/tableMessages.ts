// What is said of a table's file, in sentences.
import * as vscode from 'vscode';
import type { IndexState } from '#table/openTable.ts';
import type { TableProblems } from '#protocol/table.ts';

const { t } = vscode.l10n;

type Problem = IndexState['problems'][number];

export function describeProblems({ problemCount, problems }: IndexState): TableProblems {
  return { count: problemCount, sentences: problems.map(describeProblem) };
}

function describeProblem(problem: Problem): string {
  const { line, row } = problem;
  const place = line > 0 ? t('Line {0}', line.toLocaleString()) : t('Person {0}', (row + 1).toLocaleString());
  return t('{0}: {1}', place, describeFlaw(problem));
}

function describeFlaw({ flaw, cells, columns }: Problem): string {
  switch (flaw) {
    case 'openQuote':
      return t('a quote opens here and is never closed; the row is shown up to its line’s end.');
    case 'cells':
      return t('cells here: {0}; columns: {1}.', cells, columns);
    case 'cut':
      return t('the JSON breaks off; what is there is shown.');
    case 'notJson':
      return t('this is not valid JSON; what can be read of it is shown.');
    case 'afterEnd':
      return t('something follows the end of the list; it is left out.');
    case 'notClosed':
      return t('the file ends before its list does, so persons may be missing.');
  }
}

export function describeTableFailure(error: unknown): string {
  const kind: unknown = error instanceof Error && 'kind' in error ? error.kind : undefined;
  if (kind === 'noFolder') return t('The file is not there any more. Export the persons again.');
  if (kind === 'noPermission') return t('The file may not be read. Check its permissions.');
  if (kind === 'diskFull') return t('The disk is full. Make room, then try again.');
  return t('That did not work: {0}', error instanceof Error ? error.message : String(error));
}
