// The composition root: connects what composition/ creates with commands, editors and views.
import path from 'node:path';
import * as vscode from 'vscode';
import { type Base, createBase } from '#composition/createBase.ts';
import { createAgents } from '#composition/createAgents.ts';
import { createModel, type Model } from '#composition/createModel.ts';
import { registerExportTabs } from '#editors/tables/exportTabs.ts';
import { registerRecordEditors, rememberOpened } from '#editors/records/recordEditors.ts';
import { registerFiltersEditor } from '#editors/filters/filtersEditor.ts';
import { registerTableEditor } from '#editors/tables/tableEditor.ts';
import { registerAutoSaveNote } from '#fileSystem/registerAutoSaveNote.ts';
import { RecordFileSystemProvider } from '#fileSystem/recordFileSystemProvider.ts';
import { describeUnsavable } from '#fileSystem/describeUnsavable.ts';
import { registerCommands } from '#host/commandRegistry.ts';
import { setContext } from '#host/contextKeys.ts';
import { treeUsed, watchFocus } from '#host/pages/tabs.ts';
import { showTreeProgress } from '#host/messages/showProgress.ts';
import { setErrorHandler, showError, type ShownError } from '#host/messages/showError.ts';
import { lazy } from '#host/lazy.ts';
import { createMementoMemory } from '#host/mementoMemory.ts';
import { createLog } from '#host/log.ts';
import { readSetting } from '#host/settings/settings.ts';
import { StoppedPages } from '#host/pages/stoppedPages.ts';
import { MarkdownPages } from '#host/pages/markdownPages.ts';
import { diagnosisScheme } from '#manifest.ts';
import { CalculationWatch } from '#model/records/calculationWatch.ts';
import { cohortSource } from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { reportListenerErrors } from '#model/storage/emitter.ts';
import { createDeckView, DeckTree } from '#views/deckTree.ts';
import {
  registerCalculationStatus,
  registerConnectionStatus,
  registerProtectionStatus,
} from '#views/statusBar.ts';
import { isCohortVisible, registerTreeFilterMessage } from '#views/treeFilterMessage.ts';
import { tickWalkthrough } from '#views/walkthroughSteps.ts';
import { argumentsOfKeybinding, isTreeUse } from '#views/keybindingArguments.ts';
import { registerProtectionDecorations } from '#views/protectionDecorations.ts';
import { createSettingProblemsItem, registerSettingProblems } from '#views/registerSettingProblems.ts';
import { setDisplayLanguage } from '#text/displayLanguage.ts';

export function activate(context: vscode.ExtensionContext): void {
  const startedAt = performance.now();
  setDisplayLanguage(vscode.env.language);
  const base = createWindowBase(context);
  const model = createModel(base);
  const views = createViews(base, model);
  const pages = base.add(
    new StoppedPages({
      cannotKeep: base.memory('pagesCannotKeep'),
      lastSession: createMementoMemory(context.workspaceState, 'lastSession'),
      session: vscode.env.sessionId,
      reopen: ({ viewType, uri }) =>
        vscode.commands.executeCommand('cohortDeck.reopenPage', {
          viewType,
          uri: uri.toString(),
          isQuiet: true,
        }),
      onError: (error) => base.log.warn('A page of an earlier extension host could not be replaced.', error),
    }),
  );
  const documents = registerDocuments(base, model, pages);
  registerEditors(base, model, views, documents, pages);
  const mcpServer = createAgents(base, model, { loadDocuments: documents.load });
  registerTableOfCommands(base, model, views, { ...documents, mcpServer }, pages);
  startSampleData(base, model);
  performance.measure('cohortDeck.activate', { start: startedAt });
}

type Views = ReturnType<typeof createViews>;
type Documents = ReturnType<typeof registerDocuments>;

function createWindowBase(context: vscode.ExtensionContext): Base {
  function add<T extends vscode.Disposable>(item: T): T {
    context.subscriptions.push(item);
    return item;
  }
  const log = createLog(add(vscode.window.createOutputChannel('Cohort Deck', { log: true })));
  add(reportListenerErrors((error) => log.error('A listener failed.', error)));
  return createBase({ context, add, log });
}

function createViews({ add, log, memory, exportsFolder }: Base, model: Model) {
  const { catalog, connections, retries, guard, shown, statuses } = model;
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
  add(catalog.onDidStartChange(showTreeProgress));
  add(watchFocus());
  add(registerTreeFilterMessage(view, shown));
  add(registerCalculationStatus(view, calculations));
  add(registerSettingProblems(connections, createSettingProblemsItem(), log));
  add(registerProtectionDecorations(guard));
  add(registerProtectionStatus(guard));
  add(registerConnectionStatus(connections, statuses));
  add(tickWalkthrough({ connections, exportsFolder, memory: memory('walkthrough'), log }));
  const loadMessages = lazy(async () => {
    const { OutageNotifications } = await import('#views/outageNotifications.ts');
    const { showReadonlyRefusal } = await import('#views/showReadonlyRefusal.ts');
    const outages = add(new OutageNotifications(connections, statuses, retries));
    return async (error: ShownError) => (await showReadonlyRefusal(guard, error)) || outages.show(error);
  });
  add(setErrorHandler(async (error: ShownError): Promise<boolean> => (await loadMessages())(error)));
  add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) statuses.checkOffline();
    }),
  );
  return { calculations, tree, view };
}

/** The file system of records; the first document loads what it needs. */
function registerDocuments({ context, add, memory, log }: Base, model: Model, pages: StoppedPages) {
  const load = lazy(async () => {
    const { openFileSystem } = await import('#fileSystem/openFileSystem.ts');
    const { keepComparedText } = await import('#fileSystem/keepComparedText.ts');
    const { registerDiagnostics } = await import('#editors/filters/registerDiagnostics.ts');
    const { registerNameCompletion } = await import('#editors/filters/nameCompletion.ts');
    const { registerQuickFixes } = await import('#editors/filters/quickFixes.ts');
    const { registerCohortHover, registerCohortLinks } = await import('#editors/filters/cohortReferences.ts');
    const { registerServiceKeyFolding } = await import('#editors/filters/registerServiceKeyFolding.ts');
    const ownUsers = await model.loadOwnUsers();
    const onChange = (ref: RecordRef) => files.fireChanged(ref);
    const onSaved = model.keepInHistory;
    const opened = add(openFileSystem({ ...model, context, log, ownUsers, onChange, onSaved }));
    add(registerDiagnostics(opened));
    add(registerNameCompletion(model));
    add(registerQuickFixes());
    add(registerCohortHover(model.catalog));
    add(registerCohortLinks(model.catalog));
    add(registerServiceKeyFolding());
    add(keepComparedText(opened, (error) => void showError('', error, log)));
    return opened;
  });
  const files: RecordFileSystemProvider = add(new RecordFileSystemProvider(load, model, pages));
  add(model.guard.onDidChange(() => files.fireAllChanged()));
  add(registerAutoSaveNote(memory('autoSaveNote')));
  return { files, load };
}

function registerEditors(
  { context, add, log, memory, exportsFolder, workspaceStorage }: Base,
  model: Model,
  { calculations }: Views,
  { files }: Documents,
  pages: StoppedPages,
): void {
  add(
    registerFiltersEditor({
      pages,
      extensionUri: context.extensionUri,
      readonlyReason: (uri) => files.readonlyReason(uri),
      outdatedReason: (uri) => files.outdatedReason(uri),
      unsavableReason: (uri) => describeUnsavable(uri, model.guard),
      isProtected: (ref) => model.guard.protectionOf(ref) === 'readOnly',
      onDidChangeReadonly: files.onDidChangeReadonly,
      saves: files.saves,
      cohortSource: (ref) => cohortSource(model.catalog.get(ref)),
      calculations,
      catalog: model.catalog,
      connections: model.connections,
      statuses: model.statuses,
      newRecords: model.newRecords,
      seenValues: model.seenValues,
      loadNames: model.loadNames,
      draftsFolder: path.join(workspaceStorage, 'drafts'),
      log,
    }),
  );
  const keepDays = () => readSetting('cohortDeck.exports.keepDays');
  add(registerExportTabs({ directory: exportsFolder, keepDays, log, retries: model.retries }));
  add(rememberOpened(model.recentRecords));
  add(
    registerTableEditor({ ...model, context, exportsFolder, dialectMemory: memory('dialects'), pages, log }),
  );
  const { extensionUri } = context;
  add(registerRecordEditors({ ...model, extensionUri, calculations, exportsFolder, pages, log }));
}

function registerTableOfCommands(
  base: Base,
  model: Model,
  { tree, view }: Views,
  { load: loadDocuments, mcpServer }: Documents & { readonly mcpServer: ReturnType<typeof createAgents> },
  pages: StoppedPages,
): void {
  const { add, log } = base;
  const goneText = vscode.l10n.t('This diagnosis is no longer available. Run “Diagnose Connection” again.');
  const diagnosisPages = add(new MarkdownPages(diagnosisScheme, goneText));
  const closing = new AbortController();
  add({ dispose: () => closing.abort() });
  const load = lazy(async () => {
    const { createCommands } = await import('#composition/createCommands.ts');
    return createCommands(base, model, {
      tree,
      view,
      loadDocuments,
      diagnosisPages,
      pages,
      ownUsers: await model.loadOwnUsers(),
      history: await model.undoHistory(),
      mcpServer,
      closing: closing.signal,
    });
  });
  const argumentsOf = (given: readonly unknown[]): readonly unknown[] => {
    if (isTreeUse(tree, given)) treeUsed();
    return argumentsOfKeybinding(view, given);
  };
  add(registerCommands(load, argumentsOf, log));
}

/** The welcome view shows while no connection is counted: not before the sample data of the last session has started. */
function startSampleData({ add, log }: Base, { connections, guard, sampleData }: Model): void {
  const countConnections = (): void => {
    void setContext('cohortDeck.connectionCount', connections.all.length);
    void setContext('cohortDeck.isReadOnly', guard.isReadOnly);
  };
  add(connections.onDidChange(countConnections));
  add(guard.onDidChange(countConnections));
  if (!sampleData.isWanted) return countConnections();
  sampleData.start().catch((error: unknown) => {
    countConnections();
    void showError('', error, log);
  });
}
