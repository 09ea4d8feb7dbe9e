// The composition root: everything that lives as long as the window is created here.
import path from 'node:path';
import * as vscode from 'vscode';
import { registerExportTabs } from '#editors/exportTabs.ts';
import { registerFiltersEditor } from '#editors/filtersEditor.ts';
import { registerTableEditor } from '#editors/tableEditor.ts';
import { RecordFiles } from '#fileSystem/recordFiles.ts';
import { ClientFactory } from '#host/clientFactory.ts';
import { registerCommands } from '#host/commandRegistry.ts';
import { setContext } from '#host/contextKeys.ts';
import { showError } from '#host/showError.ts';
import { lazy } from '#host/lazy.ts';
import { createMementoMemory } from '#host/mementoMemory.ts';
import { SecretKeys } from '#host/secrets.ts';
import { createSetting, readNumber } from '#host/settings.ts';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { cohortSource, isCohort } from '#model/records/deckRecord.ts';
import { Catalog } from '#model/records/catalog.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import { sampleConnectionId } from '#model/connections/connection.ts';
import { RecentExports } from '#model/records/recentExports.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { SampleData } from '#model/connections/sampleData.ts';
import { Trash } from '#model/records/trash.ts';
import { createDeckView, DeckTree } from '#views/deckTree.ts';
import { registerCalculationStatus } from '#views/calculationStatusBar.ts';
import { isCohortVisible } from '#views/cohortVisibility.ts';
import { registerSettingProblems } from '#views/settingProblems.ts';
import { registerWaitStatus } from '#views/waitStatus.ts';
import { TreeSelection } from '#views/treeSelection.ts';

export function activate(context: vscode.ExtensionContext): void {
  const startedAt = performance.now();
  const add = <T extends vscode.Disposable>(item: T): T => (context.subscriptions.push(item), item);
  const memory = (name: string) => createMementoMemory(context.globalState, name);
  const log = add(vscode.window.createOutputChannel('Cohort Deck', { log: true }));
  const directory = path.join(context.globalStorageUri.fsPath, 'exports');
  const workspaceStorage = (context.storageUri ?? context.globalStorageUri).fsPath;

  const stored = createSetting('cohortDeck.connections');
  const pageSize = createSetting('cohortDeck.pageSize');
  const confirmDelete = createSetting('cohortDeck.confirmDelete');
  const keepDays = createSetting('cohortDeck.exports.keepDays');

  const factory = add(new ClientFactory(log));
  add(registerWaitStatus(factory.onDidWait));
  const keys = new SecretKeys(context.secrets);
  const connections = add(new Connections(stored, vscode.l10n.t('Sample Data')));
  const clients = add(new ConnectionClients(connections, keys, factory.create.bind(factory)));
  add(factory.onDidChangeSettings(() => clients.replaceAll()));
  add(keys.onDidChange((id) => clients.replace(id)));

  const sampleData = new SampleData(connections, memory('sampleData'), async () => {
    const { startOwnSandbox } = await import('#sandbox/start.ts');
    const dataDir = path.join(workspaceStorage, 'sample-data');
    return startOwnSandbox({ dataDir, workerUrl: new URL('./sandboxWorker.js', import.meta.url) });
  });
  const closing = new AbortController();
  add({ dispose: () => (closing.abort(), void sampleData.close()) });
  const openClient = async (id: string) => {
    if (id === sampleConnectionId && sampleData.isWanted) await sampleData.start();
    return clients.open(id);
  };

  const trash = add(new Trash(memory('trash')));
  const catalog = add(
    new Catalog({ openClient, trash, pageSize: () => readNumber(pageSize, 10, 1000, 100), now: Date.now }),
  );
  const calculations = add(
    new CalculationWatch({
      catalog,
      now: Date.now,
      isVisible: (ref): boolean => isCohortVisible(view, ref),
      onError: (ref, error) => log.warn(`Cohort ${ref.id}: ${String(error)}`),
    }),
  );
  const tree = add(new DeckTree(connections, catalog, trash, calculations));
  const view = add(createDeckView(tree));
  const selection = add(new TreeSelection(view));
  add(registerCalculationStatus(view, calculations));

  const loadFiles = lazy(async () => {
    const { openFileSystem } = await import('#fileSystem/openFileSystem.ts');
    const { registerProblems } = await import('#editors/diagnostics.ts');
    const { registerKnownValues } = await import('#editors/nameCompletion.ts');
    const onChange = (ref: RecordRef) => files.fireChanged(ref);
    const opened = add(openFileSystem({ context, openClient, catalog, connections, trash, log, onChange }));
    add(registerProblems(opened));
    add(registerKnownValues(catalog));
    return opened;
  });
  const files = add(new RecordFiles(loadFiles));
  add(
    registerFiltersEditor({
      extensionUri: context.extensionUri,
      readonlyReason: (uri) => files.readonlyReason(uri),
      onDidChangeReadonly: files.onDidChangeReadonly,
      cohortSource: (ref) => {
        const record = catalog.get(ref);
        return record && isCohort(record) ? cohortSource(record) : undefined;
      },
      calculations,
      draftsFolder: path.join(workspaceStorage, 'drafts'),
      log,
    }),
  );
  add(registerExportTabs({ directory, keepDays: () => readNumber(keepDays, 0, 36500, 7), log }));
  add(registerTableEditor({ context, log }));

  const loadCommands = lazy(async () => {
    const { createCommandTable } = await import('#commands/index.ts');
    return createCommandTable({
      connections,
      clients,
      catalog,
      keys,
      sampleData,
      trash,
      log,
      directory,
      createClient: factory.create.bind(factory),
      selection: (key) => selection.get(key),
      confirmDelete: () => confirmDelete.get() !== false,
      reveal: async (node) => view.reveal(node, { select: true, focus: true }),
      retryTiles: (ref) => tree.retryTiles(ref),
      openSnapshot: async (uri) => (await loadFiles()).openSnapshot(uri),
      recentExports: new RecentExports(memory('recentExports')),
      lastFormat: memory('exportFormat'),
      lastSpeed: memory('exportSpeed'),
      closing: closing.signal,
    });
  });
  add(registerCommands(loadCommands, log));
  add(registerSettingProblems(connections, log));
  const count = () => void setContext('cohortDeck.connectionCount', connections.all.length);
  add(connections.onDidChange(count));
  if (!sampleData.isWanted) count();
  else void sampleData.start().catch((error: unknown) => (count(), showError('', error, log)));
  performance.measure('cohortDeck.activate', { start: startedAt });
}
