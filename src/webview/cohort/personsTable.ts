// Columns of a small table of persons: those in which at least one person has a value.
import type { DataTable } from '#insights/dataTable.ts';
import type { PersonView } from '#protocol/cohortMessages.ts';
import { formatIsoDate } from '#text/formatTime.ts';
import { t } from '#webview/elements/translate.ts';

export function personsTable(persons: readonly PersonView[]): DataTable {
  const columns = [
    { title: t('Name'), textOf: ({ name }: PersonView) => name },
    { title: t('Email'), textOf: ({ email }: PersonView) => email },
    { title: t('Distinct ID'), textOf: ({ distinctId }: PersonView) => distinctId },
    { title: t('Created'), textOf: ({ createdAt }: PersonView) => createdAt && formatIsoDate(createdAt) },
  ].filter(({ textOf }) => persons.some((person) => textOf(person) !== ''));
  return {
    columns: columns.map(({ title }) => ({ title, format: 'text' })),
    rows: persons.map((person) => columns.map(({ textOf }) => textOf(person) || null)),
  };
}
