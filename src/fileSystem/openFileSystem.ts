// Creates what the documents need; loaded with the first document.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import type { Log } from '#host/log.ts';
import { personalFolder } from '#host/personalFolder.ts';
import type { SecretKeys } from '#host/secretKeys.ts';
import { readSetting } from '#host/settings/settings.ts';
import { withProgress } from '#host/messages/showProgress.ts';
import { scheme } from '#manifest.ts';
import type { ConnectionClients } from '#model/connections/connectionClients.ts';
import type { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { RetryRegistry } from '#model/connections/retryRegistry.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { DocumentSave } from '#model/documents/save/documentState.ts';
import type { DocumentStoreOptions } from '#model/documents/documentStoreOptions.ts';
import { DocumentStore } from '#model/documents/documentStore.ts';
import { parsePlace } from '#model/documents/documentUri.ts';
import { TextMerger } from '#model/documents/merge/textMerger.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import { type RecordRef, parseRecordRef } from '#model/records/recordRef.ts';
import type { Trash } from '#model/records/trash.ts';
import { createFileLock, type LockWaiting } from '#model/storage/fileLock.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import { createTextFiles } from '#model/storage/textFiles.ts';
import { askAboutDeletedRecord } from './deletedRecordNotifications.ts';
import { keepUtf8 } from './decodeUtf8.ts';
import { DocumentOpenRetries } from './documentOpenRetries.ts';
import { RecordFileSystem } from './recordFileSystem.ts';

export interface FileSystemDeps {
  readonly context: vscode.ExtensionContext;
  readonly openClient: DocumentStoreOptions['openClient'];
  readonly requireProject: (ref: RecordRef) => Promise<void>;
  readonly clients: Pick<ConnectionClients, 'onDidEndCall'>;
  readonly statuses: Pick<ConnectionMonitor, 'onDidRecover'>;
  readonly connections: Pick<Connections, 'get' | 'addressOf' | 'isRemoved' | 'onDidChange' | 'onDidLeave'>;
  readonly keys: Pick<SecretKeys, 'onDidChange'>;
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly ownUsers: Pick<OwnUsers, 'isMine'>;
  readonly trash: Trash;
  readonly retries: RetryRegistry;
  readonly log: Log;
  /** Called with a record whose documents editors have to read again. */
  readonly onChange: (ref: RecordRef) => void;
  /** Called with each save that the service has. */
  readonly onSaved: (save: DocumentSave) => void;
}

export function openFileSystem(deps: FileSystemDeps): RecordFileSystem {
  const { context, catalog, trash, log } = deps;
  activateJsonSupport(log);
  const { retries } = deps;
  const store = openStore(deps);
  store.onDidSave(deps.onSaved);
  return new RecordFileSystem({
    ...deps,
    store,
    following: vscode.Disposable.from(
      store.follow(catalog),
      deps.clients.onDidEndCall(({ connectionId, outcome }) => {
        if (outcome.kind === 'answered') retries.answered(connectionId);
      }),
      keepUtf8((error) => log.warn('A document could not be read again as UTF-8.', error)),
      deps.connections.onDidChange(() => retries.recovered()), // the target of a link may exist now
      deps.connections.onDidLeave((id) => deps.connections.get(id) && readAgain(id, deps.onChange)), // at its new address
      deps.statuses.onDidRecover((connectionId) => {
        retries.recovered(connectionId);
        readAgain(connectionId, deps.onChange); // documents that show their last known version, and those that changed during the outage
      }),
    ),
    openRetries: new DocumentOpenRetries(retries, log),
    merger: new TextMerger(pathToFileURL(path.join(context.extensionPath, 'dist', 'mergeWorker.js'))),
    restore: (approval, ref) => catalog.writer(approval).restore(ref),
    askAboutDeletedRecord,
    trashed: (ref) => trash.find(ref),
  });
}

function openStore(deps: FileSystemDeps): DocumentStore {
  const { context, openClient, connections, catalog, guard, log, onChange } = deps;
  const folder = path.join(personalFolder((context.storageUri ?? context.globalStorageUri).fsPath), 'bases');
  return new DocumentStore({
    openClient,
    addressOf: (id) => connections.addressOf(id),
    isProtected: (project) => guard.protectionOf(project) === 'readOnly',
    listed: (ref) => catalog.get(ref),
    onRecord: (ref, record) => catalog.store(ref, record),
    readUnchanged: (ref, read) => catalog.readUnchanged(ref, read),
    onSent: (ref) => catalog.noteChange(ref),
    onChange,
    onGone: (ref) => {
      catalog.forgetSingle(ref);
      // A list that still shows it is out of date.
      if (catalog.list(ref).status !== 'idle' && catalog.get(ref)) void catalog.refresh(ref);
    },
    memory: createFileMemory(path.join(folder, 'documents.json'), (error) =>
      log.warn('The base versions of edits are damaged.', error),
    ),
    // oxlint-disable-next-line no-restricted-properties -- compared with files' times
    texts: createTextFiles(folder, Date.now),
    // Windows of every folder may edit one record.
    withLock: createFileLock(
      path.join(personalFolder(context.globalStorageUri.fsPath), 'saving'),
      (error, step) => log.warn(`Could not ${step} the cross-window lock.`, error),
      waitForWindow((ref) => catalog.get(ref)?.name ?? undefined),
    ),
    onStorageError: (error) => log.warn('Could not store the base version of an edit.', error),
    now: () => performance.now(),
  });
}

/** Has the editors of a connection's documents read again. */
function readAgain(connectionId: string, onChange: (ref: RecordRef) => void): void {
  for (const { uri } of vscode.workspace.textDocuments) {
    const ref = uri.scheme === scheme ? parsePlace(uri) : undefined;
    if (ref?.connectionId === connectionId) onChange(ref);
  }
}

/** VS Code's own JSON support knows our language, but starts for its own languages only. */
function activateJsonSupport(log: Log): void {
  const support = vscode.extensions.getExtension('vscode.json-language-features');
  support
    ?.activate()
    .then(undefined, (error: unknown) => log.warn('Could not start the JSON support.', error));
}

// Another window may be saving the same record. After two seconds a person sees which one is waited for, and may cancel.
const { t } = vscode.l10n;

/** For the locks of records, which `formatRecordRef` names. No wait is longer than the deadline of one request. */
function waitForWindow(nameOf: (ref: RecordRef) => string | undefined): LockWaiting {
  return {
    ownName: () => vscode.workspace.name ?? '',
    maxMs: () => readSetting('cohortDeck.requestTimeoutSeconds') * 1000,
    show(lock, holder, cancel) {
      const ref = parseRecordRef(lock);
      const name = (ref && nameOf(ref)) ?? t('#{0}', ref?.id ?? lock);
      const text =
        holder === ''
          ? t('Another window is saving “{0}”. Waiting for it…', name)
          : t('The window “{0}” is saving “{1}”. Waiting for it…', holder, name);
      return showWait(text, cancel);
    },
  };
}

function showWait(title: string, cancel: () => void): vscode.Disposable {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const location = vscode.ProgressLocation.Notification;
  void withProgress({ location, title, cancellable: true }, async (_report, token) => {
    token.onCancellationRequested(cancel);
    await ended;
  });
  return { dispose: end };
}
