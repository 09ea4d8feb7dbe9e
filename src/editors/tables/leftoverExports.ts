// Removes old exports, and offers to resume interrupted ones, once the window has settled.
import { readdir } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpointFile.ts';
import { DisposableStore } from '#host/disposables.ts';
import type { ExportTabsOptions } from './exportTabs.ts';
import { exportKey } from '#exports/files/exportFormat.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { formatCount } from '#text/formatNumber.ts';

/** The delay of the removal, so that it does not run while the window starts. */
const removalDelayMs = 19_000;
/** A closing window may still hold an interrupted export, so the check runs several times. */
const offerDelaysMs = [0, 2000, 5000, 11_000, 29_000];
const dayMs = 24 * 3600 * 1000;

/** @param startedMs when the window started, in milliseconds since 1970 */
export function watchLeftoverExports(options: ExportTabsOptions, startedMs: number): vscode.Disposable {
  const { directory, log, retries } = options;
  const store = new DisposableStore();
  const later = (afterMs: number, run: () => void) => {
    const timer = setTimeout(run, afterMs);
    store.add({ dispose: () => clearTimeout(timer) });
  };
  later(removalDelayMs, () => void removeOld(options, startedMs));
  let isOffered = false;
  for (const afterMs of offerDelaysMs) {
    later(afterMs, () => {
      if (isOffered) return;
      findInterrupted(directory).then(
        (interrupted) => {
          if (isOffered || interrupted.length === 0) return;
          isOffered = true;
          void offerToResume(retries, interrupted);
        },
        (error: unknown) => log.error('Could not find interrupted exports.', error),
      );
    });
  }
  return store;
}

async function removeOld({ directory, keepDays, log }: ExportTabsOptions, now: number): Promise<void> {
  try {
    const { removeOldExports } = await import('#exports/files/removeExports.ts');
    const count = await removeOldExports(directory, { olderThanMs: keepDays() * dayMs, now });
    if (count > 0) log.info(`Deleted ${count} exports older than ${keepDays()} days.`);
  } catch (error) {
    log.error('Could not delete old exports.', error);
  }
}

/** Loads nothing if there is none. */
async function findInterrupted(directory: string): Promise<readonly ResumableExport[]> {
  const names = await readdir(directory).catch(() => []); // nothing was exported yet
  if (!names.some((name) => name.endsWith('.resume'))) return [];
  const { listResumable } = await import('#exports/files/checkpointFile.ts');
  return listResumable(directory);
}

/** Lists interrupted exports and resumes the one that the person chooses. */
async function offerToResume(retries: RetryRegistry, interrupted: readonly ResumableExport[]): Promise<void> {
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
  const choice = await showUntil(retries.add({ keys: interrupted.map(exportKey) }), message, resume);
  if (choice === resume) await vscode.commands.executeCommand('cohortDeck.resumeExport');
}
