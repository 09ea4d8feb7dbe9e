// Copies rows, and offers to copy them again without cells that a spreadsheet would run.
import * as vscode from 'vscode';
import { showUntil } from '#host/openNotification.ts';
import type { Tsv } from '#table/formatTsv.ts';

const { t } = vscode.l10n;

/** How long the message stays: it keeps personal data in memory. */
const offerMs = 60_000;

/** Ends the offer for the previous copy, which the clipboard no longer contains. */
let earlier = new AbortController();

/** @param closed aborts with the table: nothing is offered after that */
export async function copyRowsToClipboard({ text, neutralText }: Tsv, closed: AbortSignal): Promise<void> {
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
