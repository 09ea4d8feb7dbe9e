// The parts of a comparison in words, and as a plot of text: a dot for each cohort that a part's persons are in.
import * as vscode from 'vscode';
import type { ComparedPart, Comparison } from '#exports/compare/compareFiles.ts';
import { type Cohort, cohortState } from '#model/records/deckRecord.ts';
import { formatList } from '#text/displayLanguage.ts';
import { formatCount, formatPersons, formatPercent } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

const barLength = 30;

export type PartTitle = (part: ComparedPart) => string;

/** The title of a part, by the names of the cohorts that its persons are in. */
export function partTitleOf(names: readonly string[]): PartTitle {
  return ({ files }) => {
    const inside = names.filter((_, index) => (files & (1 << index)) !== 0);
    if (inside.length === 1) return t('Only in “{0}”', inside[0] ?? '');
    if (inside.length === names.length)
      return names.length === 2 ? t('In both') : t('In all {0}', names.length);
    return t('Only in {0}', formatList(inside.map((name) => t('“{0}”', name))));
  };
}

/** `●○●` */
function markOf({ files }: ComparedPart, cohorts: number): string {
  return Array.from({ length: cohorts }, (_, index) => (files & (1 << index) ? '●' : '○')).join('');
}

/** A plot of text, for a document or a chat. */
export function formatComparison(
  names: readonly string[],
  parts: readonly ComparedPart[],
  partTitle: PartTitle,
  notes: readonly string[],
): string {
  const most = Math.max(...parts.map(({ persons }) => persons));
  const total = parts.reduce((sum, { persons }) => sum + persons, 0);
  const lines = parts.map((part) => {
    const length = Math.round((part.persons / most) * barLength);
    const bar = '█'.repeat(part.persons === 0 ? 0 : Math.max(1, length));
    const count = formatCount(part.persons).padStart(12);
    return `${markOf(part, names.length)} ${count}  ${formatPercent(part.persons, total).padStart(7)}  ${bar} ${partTitle(part)}`;
  });
  const legend = names.map(
    (name, index) => `${'○'.repeat(index)}●${'○'.repeat(names.length - index - 1)} ${name}`,
  );
  const sentences = notes.length > 0 ? [...notes, ''] : [];
  return [...legend, '', ...lines, '', ...sentences].join('\n');
}

/** Whether each person was compared, is in each of the files, and has not changed. */
export function isSame({ parts, withoutId }: Comparison, fileCount: number): boolean {
  const everywhere = (1 << fileCount) - 1;
  const others = parts.filter(({ files, isChanged }) => files !== everywhere || isChanged);
  return withoutId === 0 && others.every(({ persons }) => persons === 0);
}

/** Why its persons may not be those that people expect. `after`: the export; `gone` if it can no longer be read. */
export function describeCohort(
  name: string,
  cohort: Cohort,
  after: Cohort | 'gone' | undefined,
): readonly string[] {
  if (after === 'gone' || after?.deleted === true || cohort.deleted) return [t('“{0}” is deleted.', name)];
  if (after && after.last_calculation !== cohort.last_calculation)
    return [t('“{0}” was recalculated during the export, so persons may be missing or outdated.', name)];
  switch (cohortState(cohort)) {
    case 'calculating':
      return [t('“{0}” is being calculated, so its persons are those of its last calculation.', name)];
    case 'failed':
      return [t('The last calculation of “{0}” failed, so its persons may be outdated.', name)];
    case 'static':
    case 'ready':
      return [];
  }
}

export function withoutIdNotes({ withoutId }: Comparison): readonly string[] {
  if (withoutId === 0) return [];
  return withoutId === 1
    ? [t('1 person without an ID is not counted in any part.')]
    : [t('{0} without an ID are not counted in any part.', formatPersons(withoutId, t))];
}
