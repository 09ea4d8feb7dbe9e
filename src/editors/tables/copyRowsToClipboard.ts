// Copies rows, and offers to copy them again without cells that a spreadsheet would run as formulas.
import * as vscode from 'vscode';
import { showUntil } from '#host/openNotification.ts';
import { formatTsv, type Tsv, type TsvRange } from '#table/formatTsv.ts';
import type { Table, View } from '#table/openTable.ts';

const { t } = vscode.l10n;

/** UTF-16 units; more text makes editors and spreadsheets hang. */
const maxCopiedLetters = 20_000_000;

/** How long the message stays: it keeps personal data in memory. */
const offerMs = 60_000;

/** Ends the offer for the previous copy, which the clipboard no longer contains. */
let earlier = new AbortController();

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
  await copyTsv(copied, closed);
  return undefined;
}

/** @param closed aborts with the table */
export async function copyTsv({ text, neutralText }: Tsv, closed: AbortSignal): Promise<void> {
  earlier.abort();
  earlier = new AbortController();
  const { signal } = earlier;
  await vscode.env.clipboard.writeText(text);
  if (neutralText === undefined) return;
  void offerNeutral(neutralText, AbortSignal.any([signal, closed, AbortSignal.timeout(offerMs)]));
}

async function offerNeutral(text: string, outdated: AbortSignal): Promise<void> {
  const copy = t('Copy as Text');
  const message = t('A spreadsheet would run some of the copied cells as formulas.');
  if ((await showUntil(outdated, message, copy)) === copy) await vscode.env.clipboard.writeText(text);
}
