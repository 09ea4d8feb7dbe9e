// What was copied of a cohort's persons, and what may be missing, in words.
import * as vscode from 'vscode';
import type { PersonLines } from '#model/records/readPersonLines.ts';
import { formatCount, formatPersons } from '#text/formatNumber.ts';
import { mostIdsText } from './exportResultText.ts';

const { t } = vscode.l10n;

/** `doubt`: why lines may be missing; may be empty. */
export function copiedPersonsText(lines: number, doubt: string): string {
  if (lines === 0 && doubt === '') return t('Nothing to copy. No person in this cohort has this value.');
  const copied =
    lines === 0
      ? t('Nothing to copy.')
      : lines === 1
        ? t('Copied 1 line.')
        : t('Copied {0} lines.', formatCount(lines));
  return [copied, doubt].filter((sentence) => sentence !== '').join(' ');
}

type ReadPersons = Omit<PersonLines, 'lines'> & { readonly count: number | undefined };

/** Why lines may be missing; empty where none are. `name` with its quotes. */
export function copiedPersonsDoubt(
  name: string,
  { persons, withMostIds, problems: [problem], count }: ReadPersons,
): string {
  const doubts = problem === undefined ? [] : [t('Not everything could be read: {0}', problem)];
  if (withMostIds > 0) doubts.unshift(mostIdsText(withMostIds));
  if (count === undefined) doubts.unshift(t('The service sent no count, so persons may be missing.'));
  else if (persons < count) {
    const received = formatPersons(persons, t);
    doubts.unshift(
      t('The service sent {0} of {1}, but the cohort’s count is {2}.', received, name, formatCount(count)),
    );
  }
  return doubts.join(' ');
}
