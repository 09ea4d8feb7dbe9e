// All parts of the model, created in the order of their needs.
import path from 'node:path';
import * as vscode from 'vscode';
import { lazy } from '#host/lazy.ts';
import { createSetting, readSetting } from '#host/settings/settings.ts';
import { showInformation, showWarning } from '#host/messages/showMessage.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';
import type { AcceptedChange } from '#model/records/changes/acceptedChange.ts';
import { Catalog } from '#model/records/catalog.ts';
import { isCohort } from '#model/records/deckRecord.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { LocalPins, RecentRecords } from '#model/records/localPins.ts';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import type { PartlyCreated } from '#model/records/changes/recordChanges.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import { forgetSeenValues, type SeenValues } from '#model/records/persons/seenValues.ts';
import { ShownRecords } from '#model/records/search/shownRecords.ts';
import { Trash } from '#model/records/trash.ts';
import { TreeOrders } from '#model/records/search/treeOrders.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import { ShownTables } from '#table/shownTables.ts';
import type { Base } from './createBase.ts';
import { createConnections } from './createConnections.ts';

export type Model = ReturnType<typeof createModel>;

export function createModel(base: Base) {
  const connections = createConnections(base);
  const records = createRecords(base, connections);
  return {
    ...connections,
    ...records,
    ...createHistories(base, connections.connections, records.catalog),
    ...createSuggestions(base, connections, records.catalog),
    recentExports: new RecentExports(base.memory('recentExports')),
    recentRecords: new RecentRecords(base.memory('recentRecords'), (ref) =>
      connections.connections.numbered(ref),
    ),
    shownTables: new ShownTables(),
    details: createDetails(base, connections),
    /** The changes that can be undone, of the person and of agents. */
    undoHistory: lazy(async () => {
      const { UndoHistory } = await import('#model/records/changes/undoHistory.ts');
      const history = new UndoHistory();
      base.add(connections.connections.onDidLeave((id) => history.forget(id)));
      return history;
    }),
  };
}

/** What services say of cohorts beyond the interface; another key may be told more. */
function createDetails(
  { add, log }: Base,
  { connections, openClient, keys }: ReturnType<typeof createConnections>,
) {
  const onError = (error: unknown): void => log.debug('Could not read the details of a cohort.', error);
  return lazy(async () => {
    const { CohortDetails } = await import('#model/records/cohortDetails.ts');
    const details = new CohortDetails(openClient, onError);
    add(keys.onDidChange((connectionId) => details.forget(connectionId)));
    add(connections.onDidLeave((connectionId) => details.forget(connectionId)));
    return details;
  });
}

/** What editors suggest: names and values that were seen, and those that a project is asked for. */
function createSuggestions(
  { add, log }: Base,
  { connections, keys, openClient }: ReturnType<typeof createConnections>,
  catalog: Catalog,
) {
  const seenValues: SeenValues = new Map();
  for (const subscription of forgetSeenValues(seenValues, { connections, keys })) add(subscription);
  const onError = (error: unknown): void => log.debug('Could not read persons for suggestions.', error);
  const suggestions = lazy(async () => {
    const { SeenValueLoader } = await import('#model/records/persons/seenValueLoader.ts');
    return new SeenValueLoader({ catalog, openClient, seenValues, onError });
  });
  return {
    seenValues,
    /** Loads what a project suggests; never rejects. */
    loadNames: (project: ProjectRef) =>
      suggestions()
        .then((loader) => loader.load(project))
        .catch(onError),
  };
}

// What is kept of changes on this machine: the texts that were saved, and the counts of cohorts.
const keepDays = createSetting('cohortDeck.history.keepDays');
const isOff = (): boolean => keepDays.get() === 0;

export function createHistories(
  { add, log, inStorage }: Pick<Base, 'add' | 'log' | 'inStorage'>,
  connections: Connections,
  catalog: Catalog,
) {
  const folder = inStorage('history');
  const options = historyOptions(log, connections);
  const localHistory = lazy(async () => {
    const { LocalHistory } = await import('#model/documents/localHistory.ts');
    return new LocalHistory({ folder, ...options });
  });
  const countHistory = lazy(async () => {
    await localHistory(); // which removes what is old there, too
    const { CountHistory } = await import('#model/records/countHistory.ts');
    return new CountHistory({ folder: path.join(folder, 'counts'), ...options }); // so that Clear History clears it
  });
  const keepInHistory = (change: AcceptedChange | DocumentSave): void => {
    const report = (error: unknown) => log.warn('Could not store a change in the history.', error);
    void localHistory()
      .then((history) => history.add(change))
      .catch(report);
  };
  add(catalog.onDidMakeChange(keepInHistory));
  const warn = (error: unknown): void => log.warn('Could not remove the history.', error);
  if (isOff()) void countHistory().catch(warn);
  add(keepDays.onDidChange(daysChanged));
  const keepCount = (ref: RecordRef): void => {
    const record = catalog.get(ref);
    if (!record || !isCohort(record)) return;
    const report = (error: unknown) => log.warn('Could not store a cohort’s count.', error);
    void countHistory()
      .then((history) => history.add(ref, record))
      .catch(report);
  };
  add(catalog.onDidChange((change) => void (change.kind === 'record' && keepCount(change.ref))));
  return { localHistory, countHistory, keepInHistory };
}

function historyOptions(log: Base['log'], connections: Connections) {
  return {
    namesOf: (ref: RecordRef) => connections.namesOf(ref),
    addressOf: (id: string) => connections.addressOf(id),
    keepDays: () => keepDays.get(),
    now: Date.now,
    onStorageError: (error: unknown) => log.warn('Could not clean up, lock or read the history.', error),
    onDamaged: (error: unknown, keptAt: string | undefined) =>
      log.warn(
        `A file of the history is damaged.${keptAt === undefined ? '' : ` It was kept as ${keptAt}.`}`,
        error,
      ),
  };
}

function daysChanged(): void {
  if (isOff() && vscode.window.state.focused) void offerToClear(); // in one of all windows
}

/** Stored entries stay on disk until the next start, because the setting may be changed back. */
async function offerToClear(): Promise<void> {
  const clear = vscode.l10n.t('Clear History');
  const text = vscode.l10n.t(
    'The history is off. Stored entries are hidden and will be deleted the next time VS Code starts.',
  );
  if ((await showInformation(text, clear)) === clear)
    await vscode.commands.executeCommand('cohortDeck.clearHistory');
}

/** The records: what was read of them, in which order they show, and what could not be changed. */
function createRecords(
  base: Base,
  {
    connections,
    openClient,
    statuses,
  }: Pick<ReturnType<typeof createConnections>, 'connections' | 'openClient' | 'statuses'>,
) {
  const { add, memory } = base;
  const trash = add(createTrash(base, connections));
  const catalog = add(
    new Catalog({ openClient, trash, pageSize: () => readSetting('cohortDeck.pageSize'), now: Date.now }),
  );
  refreshOnFocus(base, trash, catalog);
  add(connections.onDidLeave((connectionId) => catalog.forget(connectionId)));
  add(catalog.onDidCreatePartly((created) => void showPartlyCreated(created)));
  add(statuses.onDidRecover((connectionId) => void catalog.refreshFailed(connectionId)));
  const orders = add(new TreeOrders(memory('listOrders')));
  const pins = add(new LocalPins(memory('localPins'), (ref) => connections.numbered(ref)));
  add(connections.onDidChange(() => pins.readAgain()));
  return {
    trash,
    catalog,
    retries: add(new RetryRegistry()),
    orders,
    pins,
    shown: add(new ShownRecords(catalog, orders, pins)),
    /** The references of records that were just created here: their editor begins at the first field to fill in. */
    newRecords: new Set<string>(),
    loadOwnUsers: lazy(async () => {
      const { OwnUsers } = await import('#model/records/search/ownUsers.ts');
      const onNotKept = (error: unknown): void => base.log.warn('Could not store who the person is.', error);
      return add(new OwnUsers(memory('ownUsers'), { catalog, connections }, onNotKept));
    }),
    tilesToReveal: lazy(async () => new (await import('#model/records/tilesToReveal.ts')).TilesToReveal()),
  };
}

/** The person may have deleted or restored records in the previous window. */
function refreshOnFocus({ add }: Base, trash: Trash, catalog: Catalog): void {
  const onFocus = (): void => {
    for (const project of trash.readAgain()) void catalog.refreshAll(project);
  };
  add(vscode.window.onDidChangeWindowState(({ focused }) => void (focused && onFocus())));
}

async function showPartlyCreated({ ref, name, fields }: PartlyCreated): Promise<void> {
  const shown = name ?? vscode.l10n.t('#{0}', ref.id);
  await showWarning(
    vscode.l10n.t('“{0}” was created, but the service did not set: {1}', shown, fields.join(', ')),
  );
}

/** In a file of its own: of two windows that change VS Code's storage at the same time, the change of one is lost. */
function createTrash({ add, inStorage, log, withLock }: Base, connections: Connections): Trash {
  const file = createFileMemory(inStorage('trash.json'), (error, keptAt) => {
    log.warn('Could not read the Trash.', error);
    const place = keptAt === undefined ? '' : ` ${vscode.l10n.t('The file was kept as {0}.', keptAt)}`;
    void showWarning(vscode.l10n.t('The Trash is empty, because its file is damaged.') + place);
  });
  const onNotRead = (error: unknown): void => {
    log.warn('Could not read the Trash.', error);
    void showWarning(vscode.l10n.t('The Trash could not be read. Reload the window to see what is in it.'));
  };
  const onNotKept = (error: unknown): void => {
    log.warn('Could not store the Trash.', error);
    void showWarning(
      vscode.l10n.t('The Trash cannot be stored. Restore what you need before you close this window.'),
    );
  };
  const trash = new Trash(file, {
    numbered: (ref) => connections.numbered(ref),
    addressOf: (id) => connections.addressOf(id),
    withLock,
    onNotKept,
    onNotRead,
  });
  add(connections.onDidChange(() => void trash.readAgain()));
  return trash;
}
