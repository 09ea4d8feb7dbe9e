// Tabs that show an export offer to save it. Old exports are removed, because they hold personal data, and interrupted ones
// are offered to be resumed.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import type { ResumableExport } from '#exports/files/checkpoint.ts';
import { setContext } from '#host/contextKeys.ts';
import { DisposableStore } from '#host/disposables.ts';
import { activeDocumentTab } from '#host/tabs.ts';

export interface ExportTabsOptions {
  readonly directory: string;
  readonly keepDays: () => number;
  readonly log: Log;
}

/** Old exports are removed once the window has settled, not while it starts. */
const removalDelayMs = 20_000;
/** A window that is just closing may still hold an interrupted export, so it is looked for several times. */
const offerDelaysMs = [1000, 3000, 6000, 12_000, 30_000];
const dayMs = 24 * 3600 * 1000;

export function registerExportTabs({ directory, keepDays, log }: ExportTabsOptions): vscode.Disposable {
  const store = new DisposableStore();
  let shown = false;
  const update = () => {
    const shownUri = activeDocumentTab()?.uri;
    const isExport = shownUri !== undefined && path.dirname(shownUri.fsPath) === directory;
    if (isExport === shown) return;
    shown = isExport;
    void setContext('cohortDeck.exportIsActive', isExport);
  };
  store.add(vscode.window.tabGroups.onDidChangeTabs(update));
  store.add(vscode.window.tabGroups.onDidChangeTabGroups(update));
  update();

  const later = (afterMs: number, run: () => void) => {
    const timer = setTimeout(run, afterMs);
    store.add({ dispose: () => clearTimeout(timer) });
  };
  const startedMs = Date.now(); // newer exports are kept, whatever the setting says
  later(removalDelayMs, () => void removeOld(directory, keepDays(), startedMs, log));
  let isOffered = false;
  for (const afterMs of offerDelaysMs) {
    later(afterMs, () => {
      if (isOffered) return;
      findInterrupted(directory).then(
        (interrupted) => {
          if (isOffered || interrupted.length === 0) return;
          isOffered = true;
          void import('./offerToResume.ts').then(({ offerToResume }) => offerToResume(interrupted));
        },
        (error: unknown) => log.error('Could not look for interrupted exports.', error),
      );
    });
  }
  return store;
}

async function removeOld(directory: string, keepDays: number, now: number, log: Log): Promise<void> {
  try {
    const { removeOldExports } = await import('#exports/files/removeExports.ts');
    const count = await removeOldExports(directory, { olderThanMs: keepDays * dayMs, now });
    if (count > 0) log.info(`Removed ${count} exports older than ${keepDays} days.`);
  } catch (error) {
    log.error('Could not remove old exports.', error);
  }
}

/** Loads nothing where there is none. */
async function findInterrupted(directory: string): Promise<readonly ResumableExport[]> {
  const names = await readdir(directory).catch(() => []); // nothing was exported yet
  if (!names.some((name) => name.endsWith('.resume'))) return [];
  const { listResumable } = await import('#exports/files/checkpoint.ts');
  return listResumable(directory);
}
