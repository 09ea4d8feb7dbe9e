// Tabs that show an export: they offer to save it for good. Old exports are swept, because they hold personal data.
import path from 'node:path';
import * as vscode from 'vscode';
import { setContext } from '../host/contextKeys.ts';
import { DisposableStore } from '../host/disposables.ts';
import { activeDocumentTab } from '../host/tabs.ts';

export interface ExportTabsOptions {
  readonly directory: string;
  readonly keepDays: () => number;
  readonly log: vscode.LogOutputChannel;
}

/** Old exports are looked for once the window has settled, not while it starts. */
const sweepAfterMs = 20_000;
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

  const timer = setTimeout(() => void sweep(directory, keepDays(), log), sweepAfterMs);
  store.add({ dispose: () => clearTimeout(timer) });
  return store;
}

async function sweep(directory: string, keepDays: number, log: vscode.LogOutputChannel): Promise<void> {
  try {
    const { sweepExports } = await import('../exports/sweep.ts');
    const count = await sweepExports(directory, { olderThanMs: keepDays * dayMs, now: Date.now() });
    if (count > 0) log.info(`removed ${count} exports that were older than ${keepDays} days`);
    await offerToResume(directory);
  } catch (error) {
    log.error('old exports could not be removed', error instanceof Error ? error : String(error));
  }
}

/** An export that the end of the last session broke off is whole up to some page. */
async function offerToResume(directory: string): Promise<void> {
  const { listResumable } = await import('../exports/checkpoint.ts');
  const broken = await listResumable(directory);
  const [first] = broken;
  if (!first) return;
  const resume = vscode.l10n.t('Resume');
  const message =
    broken.length === 1
      ? vscode.l10n.t(
          'The export “{0}” broke off after {1} persons.',
          first.fileName,
          first.rows.toLocaleString(),
        )
      : vscode.l10n.t('{0} exports broke off before their end.', broken.length);
  const choice = await vscode.window.showInformationMessage(message, resume);
  if (choice === resume) await vscode.commands.executeCommand('cohortDeck.resumeExport');
}
