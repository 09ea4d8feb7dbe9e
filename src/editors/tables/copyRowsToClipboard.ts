// Copies rows of a table.
import * as vscode from 'vscode';
import { copyText } from '#host/input/copyText.ts';
import { formatTsv, type TsvRange } from '#table/formatTsv.ts';
import type { Table, View } from '#table/openTable.ts';

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
