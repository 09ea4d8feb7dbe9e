// What the menu of a table does with rows: copies them, or changes the persons of a static cohort.
import * as vscode from 'vscode';
import { copyText } from '#host/input/copyText.ts';
import { neutralText } from '#exports/csv/csvFormulas.ts';
import { formatTsv, type TsvRange } from '#table/formatTsv.ts';
import type { Table, View } from '#table/openTable.ts';
import type { CommandId } from '#manifest.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { recordNode } from '#model/records/treeNodes.ts';
import type { TableWebviewMessage } from '#protocol/tableMessages.ts';
import { readViewTexts } from '#table/writeRows.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

/** UTF-16 units; more text makes editors and spreadsheets hang. */
const maxCopiedLetters = 20_000_000;

/** @param closed aborts with the table: nothing is offered after that @returns why nothing was copied */
export async function copyRowsToClipboard(
  table: Table,
  view: View,
  range: TsvRange,
  closed: AbortSignal,
): Promise<string | undefined> {
  const copied = await formatTsv(table, view, range, maxCopiedLetters);
  if (!copied)
    return t('The selection is too large for the clipboard. Select fewer rows, or use “Save Export As…”.');
  if (copied.text === '') return t('Nothing to copy: the cell is empty.');
  await copyText(copied, closed);
  return undefined;
}

/** Of one cell, as it is. */
export async function copyOneText(text: string, closed: AbortSignal): Promise<void> {
  if (text === '') return;
  const neutral = neutralText(text);
  await copyText({ text, neutralText: neutral === text ? undefined : neutral }, closed);
}

// The persons of a table's rows as the argument of a command that changes a static cohort.

/** More would take a service minutes, and are better taken from their cohort as a whole. */
const maxRows = 100_000;

type CohortChange = Extract<TableWebviewMessage, { readonly type: 'changeCohort' }>;

/** @param cohort the one that the rows are of, if it is known @returns why nothing was done */
export async function changeCohortOfRows(
  table: Table,
  view: View,
  { action, from, to }: CohortChange,
  cohort: RecordRef | undefined,
): Promise<string | undefined> {
  const column = ['uuid', 'id'].map((name) => table.columns.indexOf(name)).find((index) => index >= 0);
  if (column === undefined) return t('This table has no column “uuid” or “id” with the IDs of persons.');
  if (to - from > maxRows) return t('Select up to {0} persons.', formatCount(maxRows));
  const persons: string[] = [];
  for await (const [text = ''] of readViewTexts(table, view, { from, to, columns: [column] }))
    persons.push(text);
  const given = { persons, cohort: cohort ? formatRecordRef(cohort) : '' };
  const command: CommandId = `cohortDeck.${action}`;
  const node = action === 'removePersons' && cohort ? recordNode(cohort) : undefined;
  await vscode.commands.executeCommand(command, node, undefined, given);
  return undefined;
}
