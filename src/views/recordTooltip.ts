// Tooltips, made only when one is asked for. A record's own words are text in it, never Markdown.
import * as vscode from 'vscode';
import {
  cohortState,
  type DeckRecord,
  isCohort,
  nameOf,
  ownerOf,
  tagsOf,
} from '#model/records/deckRecord.ts';

const { t } = vscode.l10n;
const maxDescription = 500;

export function createRecordTooltip(record: DeckRecord): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const untitled = isCohort(record) ? t('Untitled cohort') : t('Untitled dashboard');
  tooltip
    .appendMarkdown('**')
    .appendText(literally(oneLine(nameOf(record) ?? untitled)))
    .appendMarkdown('**\n\n');
  const description = record.description?.trim();
  if (description) {
    const isLong = description.length > maxDescription;
    tooltip
      .appendText(literally(isLong ? `${description.slice(0, maxDescription)}…` : description))
      .appendMarkdown('\n\n');
  }
  for (const [label, value] of rowsOf(record)) {
    tooltip
      .appendMarkdown(`${label}: `)
      .appendText(literally(oneLine(value)))
      .appendMarkdown('  \n');
  }
  return tooltip;
}

function rowsOf(record: DeckRecord): readonly (readonly [string, string])[] {
  const rows: (readonly [string, string | undefined])[] = [[t('ID'), String(record.id)]];
  if (isCohort(record)) {
    rows.push(
      [t('Persons'), typeof record.count === 'number' ? record.count.toLocaleString() : undefined],
      [t('State'), stateWords(record)],
      [t('Last calculation'), formatDate(record.last_calculation)],
    );
  }
  const tags = tagsOf(record);
  rows.push(
    [t('Created by'), ownerOf(record.created_by)],
    [t('Created'), formatDate(record.created_at)],
    [t('Tags'), tags.length > 0 ? tags.join(', ') : undefined],
  );
  return rows.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

function stateWords(cohort: Parameters<typeof cohortState>[0]): string {
  switch (cohortState(cohort)) {
    case 'static':
      return t('static: its persons are a fixed list');
    case 'calculating':
      return t('calculating…');
    case 'failed':
      return t('the last calculation failed ({0} in a row)', cohort.errors_calculating ?? 1);
    case 'ready':
      return t('up to date');
  }
}

/** In the person's own locale; a date that cannot be read is shown as it came. */
function formatDate(iso: string | null | undefined): string | undefined {
  if (!iso) return undefined;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toLocaleString();
}

/** appendText escapes Markdown's signs, but leaves what HTML reads as a sign's name. */
function literally(text: string): string {
  return text.replaceAll('&', '&amp;');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}
