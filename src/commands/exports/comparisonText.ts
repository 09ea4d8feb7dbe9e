// The parts of a comparison in words, and as a plot of text: a dot for each cohort that a part's persons are in.
import * as vscode from 'vscode';
import type { ComparedPart } from '#exports/compare/compareFiles.ts';
import { formatCount, formatList, formatShare } from '#text/localFormat.ts';

const { t } = vscode.l10n;

const barLength = 30;

export type PartTitle = (part: ComparedPart) => string;

/** By the names of the cohorts that the persons are in. */
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
): string {
  const most = Math.max(...parts.map(({ persons }) => persons));
  const total = parts.reduce((sum, { persons }) => sum + persons, 0);
  const lines = parts.map((part) => {
    const length = Math.round((part.persons / most) * barLength);
    const bar = '█'.repeat(part.persons === 0 ? 0 : Math.max(1, length));
    const count = formatCount(part.persons).padStart(12);
    return `${markOf(part, names.length)} ${count}  ${formatShare(part.persons, total).padStart(7)}  ${bar} ${partTitle(part)}`;
  });
  const legend = names.map(
    (name, index) => `${'○'.repeat(index)}●${'○'.repeat(names.length - index - 1)} ${name}`,
  );
  return [...legend, '', ...lines, ''].join('\n');
}
