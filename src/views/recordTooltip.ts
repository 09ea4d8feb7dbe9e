// Hovers of records, created on demand. A record's own text is never read as Markdown.
import * as vscode from 'vscode';
import { displayLines, displayText } from '#text/displayText.ts';
import { escapeMarkdown } from '#text/escapeMarkdown.ts';
import {
  cohortState,
  type DeckRecord,
  isCohort,
  lastErrorOf,
  nameOf,
  ownerName,
  tagsOf,
} from '#model/records/deckRecord.ts';
import { formatCount } from '#text/formatNumber.ts';
import { formatIsoDate } from '#text/formatTime.ts';

const { t } = vscode.l10n;
const maxDescription = 500;

export function createRecordTooltip(record: DeckRecord): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const untitled = isCohort(record) ? t('Untitled cohort') : t('Untitled dashboard');
  tooltip.appendMarkdown(`**${escapeMarkdown(displayText(nameOf(record) ?? untitled))}**\n\n`);
  const description = record.description?.trim();
  if (description) {
    tooltip.appendMarkdown(`${escapeMarkdown(displayLines(description, maxDescription))}\n\n`);
  }
  for (const [label, value] of rowsOf(record)) {
    tooltip.appendMarkdown(`${label}: ${escapeMarkdown(displayText(value))}  \n`);
  }
  return tooltip;
}

function rowsOf(record: DeckRecord): readonly (readonly [string, string])[] {
  const rows: (readonly [string, string | undefined])[] = [[t('ID'), String(record.id)]];
  if (isCohort(record)) {
    rows.push(
      [t('Persons'), typeof record.count === 'number' ? formatCount(record.count) : undefined],
      [t('State'), describeState(record)],
      [t('Last calculation'), record.is_static ? undefined : formatDate(record.last_calculation)],
      [t('Error'), lastErrorOf(record)],
    );
  }
  const tags = tagsOf(record);
  rows.push(
    [t('Created by'), ownerName(record.created_by)],
    [t('Created'), formatDate(record.created_at)],
    [t('Tags'), tags.length > 0 ? tags.join(', ') : undefined],
  );
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

function describeState(cohort: Parameters<typeof cohortState>[0]): string {
  switch (cohortState(cohort)) {
    case 'static':
      return t('static: a fixed list of persons');
    case 'calculating':
      return t('calculating…');
    case 'failed':
      return t('the last calculation failed (consecutive failures: {0})', cohort.errors_calculating ?? 1);
    case 'ready':
      return t('up to date');
  }
}

/** The date in the local format; one that cannot be parsed stays as it is. */
function formatDate(iso: string | null | undefined): string | undefined {
  if (!iso) return undefined;
  return formatIsoDate(iso);
}
