// Copies text, and offers to copy it again without cells that a spreadsheet would run as formulas.
import * as vscode from 'vscode';
import { showUntil } from '#host/messages/openNotification.ts';

const { t } = vscode.l10n;

/** How long the message stays: it keeps personal data in memory. */
const offerMs = 60_000;

/** Ends the offer for the previous copy, which the clipboard no longer contains. */
let earlier = new AbortController();

/**
 * @param neutralText the same text without formulas; undefined if it has none
 * @param closed ends the offer
 */
export async function copyText(
  { text, neutralText }: { readonly text: string; readonly neutralText: string | undefined },
  closed?: AbortSignal,
): Promise<void> {
  earlier.abort();
  earlier = new AbortController();
  await vscode.env.clipboard.writeText(text);
  if (neutralText === undefined) return;
  const ends = [earlier.signal, AbortSignal.timeout(offerMs), ...(closed ? [closed] : [])];
  void offerNeutral(neutralText, AbortSignal.any(ends));
}

async function offerNeutral(text: string, outdated: AbortSignal): Promise<void> {
  const copy = t('Copy as Text');
  const message = t('A spreadsheet would run some of the copied cells as formulas.');
  if ((await showUntil(outdated, message, copy)) === copy) await vscode.env.clipboard.writeText(text);
}
