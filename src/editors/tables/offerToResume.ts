import * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { openOffer } from '#exports/files/resumeOffers.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import { formatCount } from '#text/formatNumber.ts';

/** Lists interrupted exports and resumes the one that the person chooses. */
export async function offerToResume(interrupted: readonly ResumableExport[]): Promise<void> {
  const [first] = interrupted;
  if (!first) return;
  const { fileName, rows, expectedCount } = first;
  const resume = vscode.l10n.t('Resume');
  const message =
    interrupted.length > 1
      ? vscode.l10n.t('{0} exports were interrupted and can be resumed.', interrupted.length)
      : expectedCount === undefined
        ? vscode.l10n.t(
            'The export “{0}” was interrupted after {1} persons and can be resumed.',
            fileName,
            formatCount(rows),
          )
        : vscode.l10n.t(
            'The export “{0}” was interrupted after {1} of {2} persons and can be resumed.',
            fileName,
            formatCount(rows),
            formatCount(expectedCount),
          );
  const choice = await showUntil(openOffer(...interrupted), message, resume);
  if (choice === resume) await vscode.commands.executeCommand('cohortDeck.resumeExport');
}
