import * as vscode from 'vscode';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

/** `Filters of the cohort “Power users”` */
export function documentWords({ kind, part }: DocumentRef, title: string): string {
  if (part === 'record') return recordWords({ kind }, title);
  if (part === 'groups') return t('Groups of the cohort “{0}”', title);
  return kind === 'cohort'
    ? t('Filters of the cohort “{0}”', title)
    : t('Filters of the dashboard “{0}”', title);
}

/** `Cohort “Power users”` */
export function recordWords({ kind }: Pick<RecordRef, 'kind'>, title: string): string {
  return kind === 'cohort' ? t('Cohort “{0}”', title) : t('Dashboard “{0}”', title);
}
