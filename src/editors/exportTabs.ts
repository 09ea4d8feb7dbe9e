// Tabs that show an export: they offer to save it for good. Old exports are swept, because they hold personal data.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ResumableExport } from '#exports/files/checkpoint.ts';
import { setContext } from '#host/contextKeys.ts';
import { DisposableStore } from '#host/disposables.ts';
import { activeDocumentTab } from '#host/tabs.ts';

export interface ExportTabsOptions {
  readonly directory: string;
  readonly keepDays: () => number;
  readonly log: vscode.LogOutputChannel;
}

/** Old exports are looked for once the window has settled, not while it starts. */
const sweepAfterMs = 20_000;
/** What broke off is offered early. A window that is being closed may still hold it, so there are several looks. */
const looksAfterMs = [1000, 3000, 6000, 12_000, 30_000];
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
  const startedMs = Date.now(); // what was exported since is kept, however short that is to be
  later(sweepAfterMs, () => void sweep(directory, keepDays(), startedMs, log));
  let isOffered = false;
  for (const afterMs of looksAfterMs) {
    later(afterMs, () => {
      if (isOffered) return;
      findBroken(directory).then(
        (broken) => {
          if (isOffered || broken.length === 0) return;
          isOffered = true;
          void offerToResume(broken);
        },
        (error: unknown) => log.error('exports that broke off could not be looked for', String(error)),
      );
    });
  }
  return store;
}

async function sweep(
  directory: string,
  keepDays: number,
  now: number,
  log: vscode.LogOutputChannel,
): Promise<void> {
  try {
    const { removeOldExports } = await import('#exports/files/removeExports.ts');
    const count = await removeOldExports(directory, { olderThanMs: keepDays * dayMs, now });
    if (count > 0) log.info(`removed ${count} exports that were older than ${keepDays} days`);
  } catch (error) {
    log.error('old exports could not be removed', error instanceof Error ? error : String(error));
  }
}

/** Loads nothing where nothing broke off. */
async function findBroken(directory: string): Promise<readonly ResumableExport[]> {
  const names = await readdir(directory).catch(() => []); // nothing was exported yet
  if (!names.some((name) => name.endsWith('.resume'))) return [];
  const { listResumable } = await import('#exports/files/checkpoint.ts');
  return listResumable(directory);
}

/** An export that the end of the last session broke off is whole up to some page. */
async function offerToResume(broken: readonly ResumableExport[]): Promise<void> {
  const [first] = broken;
  if (!first) return;
  const { fileName, rows, expectedCount } = first;
  const resume = vscode.l10n.t('Resume');
  const message =
    broken.length > 1
      ? vscode.l10n.t('{0} exports broke off before their end. They can go on from there.', broken.length)
      : expectedCount === undefined
        ? vscode.l10n.t(
            'The export “{0}” broke off after {1} persons. It can go on from there.',
            fileName,
            rows.toLocaleString(),
          )
        : vscode.l10n.t(
            'The export “{0}” broke off after {1} of {2} persons. It can go on from there.',
            fileName,
            rows.toLocaleString(),
            expectedCount.toLocaleString(),
          );
  const choice = await vscode.window.showInformationMessage(message, resume);
  if (choice === resume) await vscode.commands.executeCommand('cohortDeck.resumeExport');
}
