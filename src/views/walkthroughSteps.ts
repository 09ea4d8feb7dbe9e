// Ticks the steps of the walkthrough that are done. VS Code ticks none whose context key is set before it reads the
// walkthrough, for as long as the window lives (`registerDoneListeners` of its gettingStartedService.ts, as of 1.139).
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import type { Log } from '#host/log.ts';
import { type DocumentTab, findDocumentTabs, toDocumentTab } from '#host/pages/tabs.ts';
import {
  cohortEditorViewType,
  dashboardEditorViewType,
  extensionId,
  filtersEditorViewType,
  scheme,
} from '#manifest.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { Memory } from '#model/storage/memory.ts';

export interface WalkthroughOptions {
  readonly connections: Pick<Connections, 'all' | 'onDidChange'>;
  readonly exportsFolder: string;
  /** The steps that were ticked. */
  readonly memory: Memory;
  readonly log: Pick<Log, 'debug'>;
}

/** As in package.json. */
type StepId = 'connect' | 'browse' | 'filters' | 'export';

export function tickWalkthrough({
  connections,
  exportsFolder,
  memory,
  log,
}: WalkthroughOptions): vscode.Disposable {
  const kept: unknown = memory.read();
  const ticked = new Set<unknown>(Array.isArray(kept) ? kept : []);
  const tick = async (step: StepId | undefined): Promise<void> => {
    if (step === undefined || ticked.has(step)) return;
    ticked.add(step);
    try {
      await memory.write([...ticked]);
      await vscode.commands.executeCommand('welcome.markStepComplete', `${extensionId}#start#${step}`);
    } catch (error) {
      log.debug(`Could not tick the step ${step} of the walkthrough.`, error);
    }
  };
  const store = new DisposableStore();
  const connected = () => void tick(connections.all.length > 0 ? 'connect' : undefined);
  const opened = (tabs: readonly DocumentTab[]) => {
    for (const tab of tabs) void tick(stepOf(tab, exportsFolder));
  };
  store.add(connections.onDidChange(connected));
  store.add(
    vscode.window.tabGroups.onDidChangeTabs((change) =>
      opened(change.opened.flatMap((tab) => toDocumentTab(tab) ?? [])),
    ),
  );
  connected();
  opened(findDocumentTabs());
  return store;
}

function stepOf({ uri, viewType }: DocumentTab, exportsFolder: string): StepId | undefined {
  if (uri.scheme === 'file')
    return vscode.Uri.joinPath(uri, '..').fsPath === exportsFolder ? 'export' : undefined;
  if (uri.scheme !== scheme) return undefined;
  if (viewType === cohortEditorViewType || viewType === dashboardEditorViewType) return 'browse';
  return viewType === filtersEditorViewType ? 'filters' : undefined;
}
