// Tabs that show an export offer to save it. Old exports are removed, because they hold personal data, and interrupted ones
// are offered to be resumed.
import path from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { setContext } from '#host/contextKeys.ts';
import { DisposableStore } from '#host/disposables.ts';
import { activeDocumentTab } from '#host/pages/tabs.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';

export interface ExportTabsOptions {
  readonly directory: string;
  readonly keepDays: () => number;
  readonly log: Log;
  readonly retries: RetryRegistry;
}

/** Once the window has begun to settle. */
const upkeepDelayMs = 1000;

export function registerExportTabs(options: ExportTabsOptions): vscode.Disposable {
  const { directory } = options;
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

  const startedMs = Date.now(); // newer exports are kept, whatever the setting says
  let isGone = false;
  const timer = setTimeout(() => {
    void import('./leftoverExports.ts').then(({ watchLeftoverExports }) => {
      if (!isGone) store.add(watchLeftoverExports(options, startedMs));
    });
  }, upkeepDelayMs);
  store.add({
    dispose() {
      isGone = true;
      clearTimeout(timer);
    },
  });
  return store;
}
