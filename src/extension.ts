// The composition root: everything that lives as long as the window is created here.
import path from 'node:path';
import * as vscode from 'vscode';
import { registerExportTabs } from '#editors/exportTabs.ts';
import { registerRecordEditors } from '#editors/recordEditors.ts';
import { rememberOpened } from '#editors/rememberOpened.ts';
import { registerFiltersEditor } from '#editors/filtersEditor.ts';
import { registerTableEditor } from '#editors/tableEditor.ts';
import { registerAutoSaveNote } from '#fileSystem/autoSaveNote.ts';
import { RecordFiles } from '#fileSystem/recordFiles.ts';
import { unsavableReason } from '#fileSystem/unsavableReason.ts';
import { ClientFactory } from '#host/clientFactory.ts';
import { registerCommands } from '#host/commandRegistry.ts';
import { setContext } from '#host/contextKeys.ts';
import { showStatus } from '#host/messages.ts';
import { showTreeProgress } from '#host/treeProgress.ts';
import { showError, type ShownError, showOutagesBy } from '#host/showError.ts';
import { lazy } from '#host/lazy.ts';
import { createLog } from '#host/log.ts';
import { createMementoMemory } from '#host/mementoMemory.ts';
import { SecretKeys } from '#host/secrets.ts';
import { createSetting, readSetting } from '#host/settings.ts';
import { MarkdownPages } from '#host/markdownPages.ts';
import { diagnosisScheme } from '#manifest.ts';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import type { MadeChange } from '#model/records/madeChange.ts';
import type { DocumentSave } from '#model/documents/documentState.ts';
import { cohortSource, isCohort } from '#model/records/deckRecord.ts';
import { Catalog } from '#model/records/catalog.ts';
import { ConnectionClients } from '#model/connections/connectionClients.ts';
import { Connections } from '#model/connections/connections.ts';
import { createChangeLock } from '#model/connections/changeLock.ts';
import { ConnectionStatuses } from '#model/connections/connectionStatuses.ts';
import { sampleConnectionId } from '#model/connections/connection.ts';
import { FailedChanges } from '#model/records/failedChanges.ts';
import { RecentRecords } from '#model/records/recentRecords.ts';
import { forgetSeenValues, type SeenValues } from '#model/records/seenValues.ts';
import { RecentExports } from '#model/records/recentExports.ts';
import type { ProjectRef, RecordRef } from '#model/records/recordRef.ts';
import { ListOrders } from '#model/records/listOrder.ts';
import { LocalPins } from '#model/records/localPins.ts';
import { ShownRecords } from '#model/records/shownRecords.ts';
import { SampleData } from '#model/connections/sampleData.ts';
import { reportListenerErrors } from '#model/storage/emitter.ts';
import { Trash } from '#model/records/trash.ts';
import { SharedProtection } from '#model/connections/sharedProtection.ts';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import { type ConfirmWrite, WriteGuard } from '#model/connections/writeGuard.ts';
import { ShownTables } from '#table/shownTables.ts';
import { createDeckView, DeckTree } from '#views/deckTree.ts';
import { registerCalculationStatus } from '#views/calculationStatusBar.ts';
import { isCohortVisible } from '#views/cohortVisibility.ts';
import { argumentsOfKey } from '#views/keyArguments.ts';
import { registerProtectionDecorations } from '#views/protectionDecorations.ts';
import { registerProtectionStatus } from '#views/protectionStatusBar.ts';
import { registerConnectionStatus } from '#views/connectionStatusBar.ts';
import { registerSettingProblems } from '#views/settingProblems.ts';
import { registerFilterState } from '#views/filterState.ts';
import { revealNode } from '#views/revealNode.ts';
import { setDisplayLanguage } from '#text/localFormat.ts';

export function activate(context: vscode.ExtensionContext): void {
  const startedAt = performance.now();
  setDisplayLanguage(vscode.env.language);
  const base = createBase(context);
  const model = createModel(base);
  const views = createViews(base, model);
  const documents = registerDocuments(base, model);
  registerEditors(base, model, views, documents);
  registerTableOfCommands(base, model, views, documents);
  startSampleData(base, model);
  performance.measure('cohortDeck.activate', { start: startedAt });
}

type Base = ReturnType<typeof createBase>;
type Model = ReturnType<typeof createModel>;
type Views = ReturnType<typeof createViews>;
type Documents = ReturnType<typeof registerDocuments>;

function createBase(context: vscode.ExtensionContext) {
  function add<T extends vscode.Disposable>(item: T): T {
    context.subscriptions.push(item);
    return item;
  }
  const log = createLog(add(vscode.window.createOutputChannel('Cohort Deck', { log: true })));
  add(reportListenerErrors((error) => log.error('A listener failed.', error)));
  return {
    context,
    /** Disposed of with the window. */
    add,
    memory: (name: string) => createMementoMemory(context.globalState, name),
    log,
    shownTables: new ShownTables(),
    recentExports: new RecentExports(createMementoMemory(context.globalState, 'recentExports')),
    recentRecords: new RecentRecords(createMementoMemory(context.globalState, 'recentRecords')),
    exportsFolder: path.join(context.globalStorageUri.fsPath, 'exports'),
    workspaceStorage: (context.storageUri ?? context.globalStorageUri).fsPath,
  };
}

// oxlint-disable-next-line max-lines-per-function -- the composition root: what is created here and how it is connected
function createModel({ context, add, memory, log, workspaceStorage }: Base) {
  const factory = add(new ClientFactory(log));
  const waitStatusBar = lazy(async () => {
    const { createWaitStatusBar } = await import('#views/waitStatusBar.ts');
    return add(createWaitStatusBar());
  });
  add(factory.onDidWait((wait) => void waitStatusBar().then((status) => status.show(wait))));
  const createClient = factory.create.bind(factory);
  const diagnose = factory.diagnose.bind(factory);
  const onSlow = (): void =>
    showStatus(
      vscode.l10n.t('Waiting for this machine’s keyring. Unlock it if it is locked.'),
      10_000,
      'key',
    );
  const keys = add(new SecretKeys(context.secrets, (line) => log.warn(line), { onSlow }));
  const stored = createSetting('cohortDeck.connections');
  const onNotShared = (error: unknown) => log.warn('Could not reach the other windows.', error);
  const inStorage = (name: string) => path.join(context.globalStorageUri.fsPath, name);
  const changeLock = createChangeLock(inStorage('saving'), () => stored.reread(), onNotShared);
  const connections = add(new Connections(stored, vscode.l10n.t('Sample Data'), changeLock));
  const watchWindows = async () => {
    const { watchOtherWindows } = await import('#views/otherWindows.ts');
    const folder = inStorage('windows');
    add(await watchOtherWindows({ folder, setting: stored, connections, keys, onError: onNotShared }));
  };
  setImmediate(() => void watchWindows().catch(onNotShared)); // the activation does not wait for its import
  const marksFile = inStorage('protection.json');
  const shared = add(new SharedProtection(createFileMemory(marksFile), connections, onNotShared));
  const confirm: ConfirmWrite = async (request, places) =>
    (await import('#commands/confirmWrite.ts')).confirmWrite(request, places);
  const guard = new WriteGuard(connections, confirm, shared);
  const clients = add(new ConnectionClients(connections, keys, guard, createClient));
  const statuses = add(
    new ConnectionStatuses({ check: async (id) => (await openClient(id)).check(), now: Date.now }),
  );
  add(clients.onDidEndCall(({ connectionId, outcome }) => statuses.report(connectionId, outcome)));
  add(
    factory.onDidChangeSettings(() => {
      clients.replaceAll();
      statuses.resetAll();
    }),
  );
  add(
    keys.onDidChange((id) => {
      clients.replace(id);
      statuses.reset(id);
    }),
  );

  const startSample = async () => {
    const { startOwnSandbox } = await import('#sandbox/start.ts');
    const dataDir = path.join(workspaceStorage, 'sample-data');
    return startOwnSandbox({ dataDir, workerUrl: new URL('./sandboxWorker.js', import.meta.url) });
  };
  const sampleData = new SampleData(connections, memory('sampleData'), startSample, {
    crashed: (reason) => log.warn('The sample data crashed and is restarting.', reason),
    gaveUp: (error) => void showError('', error, log),
  });
  add({ dispose: () => void sampleData.close() });
  const untilReady = async (connectionId: string) => {
    if (connectionId === sampleConnectionId && sampleData.isWanted) await sampleData.ready();
  };
  const openClient = async (connectionId: string) => {
    await untilReady(connectionId);
    return clients.open(connectionId);
  };
  const requireProject = async (ref: ProjectRef) => {
    await untilReady(ref.connectionId);
    connections.requireProject(ref);
  };

  const trash = add(new Trash(memory('trash')));
  const catalog = add(
    new Catalog({ openClient, trash, pageSize: () => readSetting('cohortDeck.pageSize'), now: Date.now }),
  );
  const failedChanges = add(new FailedChanges());
  const historyFolder = inStorage('history');
  const historyOptions = {
    keepDays: () => readSetting('cohortDeck.history.keepDays'),
    now: Date.now,
    onStorageError: (error: unknown) => log.warn('Could not clean up or lock the history.', error),
  };
  const orders = add(new ListOrders(memory('listOrders')));
  const pins = add(new LocalPins(memory('localPins')));
  const shown = add(new ShownRecords(catalog, orders, pins));
  const localHistory = lazy(async () => {
    const { LocalHistory } = await import('#model/documents/localHistory.ts');
    return new LocalHistory({ folder: historyFolder, ...historyOptions });
  });
  const keepInHistory = (change: MadeChange | DocumentSave): void => {
    const report = (error: unknown) => log.warn('Could not store a change in the history.', error);
    void localHistory()
      .then((history) => history.add(change))
      .catch(report);
  };
  add(catalog.onDidMakeChange(keepInHistory));
  add(catalog.onDidStartChange(showTreeProgress));
  const countHistory = lazy(async () => {
    const { CountHistory } = await import('#model/records/countHistory.ts');
    return new CountHistory({
      folder: path.join(historyFolder, 'counts'), // so that Clear History clears it
      ...historyOptions,
    });
  });
  add(
    catalog.onDidChange((change) => {
      const { kind, ref } = change;
      const record = kind === 'record' ? catalog.get(ref) : undefined;
      if (kind !== 'record' || !record || !isCohort(record)) return;
      const report = (error: unknown) => log.warn('Could not store a cohort’s count.', error);
      void countHistory()
        .then((history) => history.add(ref, record))
        .catch(report);
    }),
  );
  add(statuses.onDidRecover((connectionId) => void catalog.refreshFailed(connectionId)));
  const seenValues: SeenValues = new Map();
  for (const subscription of forgetSeenValues(seenValues, { connections, keys })) add(subscription);
  const onNotRead = (error: unknown) => log.debug('Could not read persons for suggestions.', error);
  const suggestions = lazy(async () => {
    const { SuggestionLoader } = await import('#model/records/suggestionLoader.ts');
    return new SuggestionLoader({ catalog, openClient, seenValues, onError: onNotRead });
  });
  return {
    createClient,
    diagnose,
    keys,
    connections,
    guard,
    clients,
    statuses,
    sampleData,
    openClient,
    requireProject,
    trash,
    /** The references of records that were just created here: their editor begins at the first field to fill in. */
    newRecords: new Set<string>(),
    wantedTiles: lazy(async () => new (await import('#model/records/wantedTiles.ts')).WantedTiles()),
    seenValues,
    /** Loads what a project suggests; never rejects. */
    loadNames: (project: ProjectRef) =>
      suggestions()
        .then((loader) => loader.load(project))
        .catch(onNotRead),
    catalog,
    failedChanges,
    shown,
    orders,
    pins,
    localHistory,
    countHistory,
    keepInHistory,
  };
}

function createViews({ add, log }: Base, model: Model) {
  const { catalog, connections, failedChanges, guard, shown, statuses } = model;
  const calculations = add(
    new CalculationWatch({
      catalog,
      now: () => performance.now(),
      isVisible: (ref): boolean => isCohortVisible(view, ref),
      onError: (ref, error) => log.warn(`Could not poll cohort ${ref.id}.`, error),
    }),
  );
  const tree = add(new DeckTree(model, calculations));
  const view = add(createDeckView(tree, guard));
  add(registerFilterState(view, shown));
  add(registerCalculationStatus(view, calculations));
  add(registerSettingProblems(connections, log));
  add(registerProtectionDecorations(guard));
  add(registerProtectionStatus(guard));
  add(registerConnectionStatus(connections, statuses));
  const loadOutages = lazy(async () => {
    const { OutageMessages } = await import('#views/outageMessages.ts');
    return add(new OutageMessages(connections, statuses, failedChanges));
  });
  add(showOutagesBy(async (error: ShownError): Promise<boolean> => (await loadOutages()).show(error)));
  add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) statuses.checkOffline();
    }),
  );
  return { calculations, tree, view };
}

/** The file system of records; the first document loads what it needs. */
function registerDocuments({ context, add, log }: Base, model: Model) {
  const load = lazy(async () => {
    const { openFileSystem } = await import('#fileSystem/openFileSystem.ts');
    const { registerProblems } = await import('#editors/diagnostics.ts');
    const { registerKnownValues } = await import('#editors/nameCompletion.ts');
    const { registerQuickFixes } = await import('#editors/quickFixes.ts');
    const { registerCohortLinks } = await import('#editors/cohortLinks.ts');
    const { registerServiceKeyFolding } = await import('#editors/serviceKeyFolding.ts');
    const onChange = (ref: RecordRef) => files.fireChanged(ref);
    const onSaved = model.keepInHistory;
    const opened = add(openFileSystem({ ...model, context, log, onChange, onSaved, saves: files.saves }));
    add(registerProblems(opened));
    add(registerKnownValues(model));
    add(registerQuickFixes());
    add(registerCohortLinks(model.catalog));
    add(registerServiceKeyFolding());
    return opened;
  });
  const files: RecordFiles = add(new RecordFiles(load));
  add(model.guard.onDidChange(() => files.fireAllChanged()));
  add(registerAutoSaveNote(createMementoMemory(context.globalState, 'autoSaveNote')));
  return { files, load };
}

function registerEditors(
  { context, add, log, exportsFolder, recentExports, recentRecords, shownTables, workspaceStorage }: Base,
  model: Model,
  { calculations }: Views,
  { files }: Documents,
): void {
  add(
    registerFiltersEditor({
      extensionUri: context.extensionUri,
      readonlyReason: (uri) => files.readonlyReason(uri),
      unsavableReason: (uri) => unsavableReason(uri, model.guard),
      onDidChangeReadonly: files.onDidChangeReadonly,
      saves: files.saves,
      cohortSource: (ref) => cohortSource(model.catalog.get(ref)),
      calculations,
      catalog: model.catalog,
      connections: model.connections,
      newRecords: model.newRecords,
      seenValues: model.seenValues,
      loadNames: model.loadNames,
      draftsFolder: path.join(workspaceStorage, 'drafts'),
      log,
    }),
  );
  const keepDays = () => readSetting('cohortDeck.exports.keepDays');
  add(registerExportTabs({ directory: exportsFolder, keepDays, log }));
  add(rememberOpened(recentRecords));
  add(registerTableEditor({ ...model, context, shownTables, recentExports, exportsFolder, log }));
  const { extensionUri } = context;
  add(registerRecordEditors({ ...model, extensionUri, calculations, recentExports, exportsFolder, log }));
}

function registerTableOfCommands(
  { add, context, memory, log, exportsFolder, recentExports, recentRecords, shownTables }: Base,
  model: Model,
  { tree, view }: Views,
  documents: Documents,
): void {
  const goneText = vscode.l10n.t('This diagnosis is no longer available. Run “Diagnose Connection” again.');
  const diagnosisPages = add(new MarkdownPages(diagnosisScheme, goneText));
  const closing = new AbortController();
  add({ dispose: () => closing.abort() });
  const load = lazy(async () => {
    const { createCommandTable } = await import('#commands/index.ts');
    return createCommandTable({
      ...model,
      log,
      diagnosisPages,
      directory: exportsFolder,
      shownTables,
      recentRecords,
      selection: () => view.selection,
      confirmDelete: () => readSetting('cohortDeck.confirmDelete'),
      reveal: (node) => revealNode(view, tree, model.shown, node),
      isTreeVisible: () => view.visible,
      retryTiles: (ref) => tree.retryTiles(ref),
      openSnapshot: async (uri) => (await documents.load()).openSnapshot(uri),
      addSnapshot: async (uri, text) => (await documents.load()).addSnapshot(uri, text),
      replaceText: async (uri, text) => (await import('#fileSystem/replaceText.ts')).replaceText(uri, text),
      recentExports,
      ownUsers: memory('ownUsers'),
      lastFormat: memory('exportFormat'),
      lastSpeed: memory('exportSpeed'),
      closing: closing.signal,
      showComparison: async (comparison) => {
        const { showComparison } = await import('#editors/comparisonPanel.ts');
        await showComparison({ ...model, extensionUri: context.extensionUri, log }, comparison);
      },
    });
  });
  add(registerCommands(load, (given) => argumentsOfKey(view, given), log));
}

/** The welcome view shows while no connection is counted: not before the sample data of the last session has started. */
function startSampleData({ add, log }: Base, { connections, guard, sampleData }: Model): void {
  const countConnections = (): void => {
    void setContext('cohortDeck.connectionCount', connections.all.length);
    void setContext('cohortDeck.isReadOnly', guard.isReadOnly);
  };
  add(connections.onDidChange(countConnections));
  if (!sampleData.isWanted) return countConnections();
  sampleData.start().catch((error: unknown) => {
    countConnections();
    void showError('', error, log);
  });
}
