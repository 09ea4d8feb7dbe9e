// The file system of records over a client, which no editor is connected to.
import type * as vscode from 'vscode';
import type { ApiClient } from '#api/clientTypes.ts';
import { askAboutDeletedRecord } from '#fileSystem/deletedRecordNotifications.ts';
import { RetryRegistry } from '#model/connections/retryRegistry.ts';
import { DocumentOpenRetries } from '#fileSystem/documentOpenRetries.ts';
import { type FileSystemContext, RecordFileSystem } from '#fileSystem/recordFileSystem.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';
import type { DocumentStore } from '#model/documents/documentStore.ts';
import { TextMerger } from '#model/documents/merge/textMerger.ts';
import type { DeckRecord } from '#model/records/deckRecord.ts';
import type { OwnUsers } from '#model/records/search/ownUsers.ts';
import { createDocumentStore } from '../models.ts';

export interface FilesOptions extends Partial<
  Pick<FileSystemContext, 'catalog' | 'connections' | 'keys' | 'retries' | 'onChange'>
> {
  readonly client: ApiClient;
  readonly guard: WriteGuard;
  readonly ownUsers?: Pick<OwnUsers, 'isMine'>;
  /** The record of a list. */
  readonly listed?: DeckRecord;
  readonly log: vscode.LogOutputChannel;
}

const never = () => ({ dispose: () => undefined });

export function createStore({
  client,
  guard,
  listed,
}: Pick<FilesOptions, 'client' | 'guard' | 'listed'>): DocumentStore {
  return createDocumentStore({
    openClient: async () => client,
    isProtected: (project) => guard.protectionOf(project) === 'readOnly',
    listed: () => listed,
  });
}

export function createFiles({
  client,
  catalog = { get: () => undefined, confirmed: () => undefined, onDidChange: never },
  connections = { isRemoved: () => false, onDidChange: never },
  keys = { onDidChange: never },
  guard,
  ownUsers = { isMine: () => true },
  retries = new RetryRegistry(),
  onChange = () => undefined,
  listed,
  log,
}: FilesOptions): RecordFileSystem {
  return new RecordFileSystem({
    store: createStore({ client, guard, ...(listed && { listed }) }),
    catalog,
    connections,
    keys,
    following: { dispose: () => undefined },
    guard,
    ownUsers,
    requireProject: async () => undefined,
    restore: async () => undefined,
    askAboutDeletedRecord,
    merger: new TextMerger(new URL('./mergeWorker.js', import.meta.url)), // its texts are too short for a thread
    trashed: () => undefined,
    openRetries: new DocumentOpenRetries(retries, log),
    retries,
    onChange,
    log,
  });
}
