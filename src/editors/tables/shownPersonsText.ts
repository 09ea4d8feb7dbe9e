// Sentences on the first persons of a cohort: how many of how many, and what to know about them.
import * as vscode from 'vscode';
import { type Cohort, cohortState } from '#model/records/deckRecord.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

export interface PersonsFacts {
  /** Persons in the table. */
  readonly rows: number;
  readonly hasMore: boolean;
  /** The service’s paging ended before its persons did. */
  readonly isCutShort: boolean;
  readonly cohort: Cohort | undefined;
  /** When the cohort was calculated last as its persons were read. */
  readonly calculatedAt: string | null | undefined;
}

export function describePersons(facts: PersonsFacts): { readonly sentence: string; readonly note: string } {
  const cutShort = facts.isCutShort ? t('The service’s paging ended early.') : '';
  const note = [cutShort, describeState(facts)].filter((sentence) => sentence !== '').join(' ');
  return { sentence: describeCount(facts), note };
}

function describeCount({ rows, hasMore, isCutShort, cohort }: PersonsFacts): string {
  const shown = formatCount(rows);
  const count = cohort?.count ?? undefined;
  if (rows === 0) return t('No persons');
  if (hasMore || isCutShort)
    return count === undefined || count < rows
      ? t('First {0} persons', shown)
      : t('First {0} of {1} persons', shown, formatCount(count));
  if (count !== undefined && count !== rows)
    return t(
      'All {0} persons that the service returns; the cohort’s count is {1}',
      shown,
      formatCount(count),
    );
  return rows === 1 ? t('The only person') : t('All {0} persons', shown);
}

function describeState({ cohort, calculatedAt }: PersonsFacts): string {
  if (!cohort) return '';
  if (cohort.deleted) return t('The cohort is deleted.');
  switch (cohortState(cohort)) {
    case 'calculating':
      return t('The cohort is being calculated, so these are the persons of its last calculation.');
    case 'failed':
      return t('The last calculation failed, so persons may be outdated.');
    case 'static':
      return t('The cohort is static: its persons do not change by themselves.');
    case 'ready':
      return cohort.last_calculation === calculatedAt
        ? ''
        : t('The cohort was recalculated. Refresh to see its current persons.');
  }
}

/** Why a cohort has no persons. */
export function describeNoPersons(cohort: Cohort | undefined): string {
  const count = cohort?.count ?? 0;
  switch (cohort && cohortState(cohort)) {
    case 'calculating':
      return t('No persons yet. The cohort is being calculated.');
    case 'failed':
      return t('No persons. The calculation of the cohort failed.');
    case 'static':
      return count > 0 ? noneOf(count) : t('This static cohort has no persons.');
    case 'ready':
    case undefined:
      return count > 0 ? noneOf(count) : t('No person matches the filters of this cohort.');
  }
}

function noneOf(count: number): string {
  return t('The service returned no persons; the cohort’s count is {0}.', formatCount(count));
}
