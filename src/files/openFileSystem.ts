// Puts together what the documents need; loaded by the first of them.
import path from 'node:path';
import type * as vscode from 'vscode';
import type { ApiClient } from '../api/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { Connections } from '../model/connections.ts';
import { DocumentStore } from '../model/documentStore.ts';
import { createFileLock } from '../model/fileLock.ts';
import { createFileMemory } from '../model/fileMemory.ts';
import { createKeptTexts } from '../model/keptTexts.ts';
import { isSameRecord, type RecordRef } from '../model/refs.ts';
import type { Trash } from '../model/trash.ts';
import { RecordFileSystem } from './recordFileSystem.ts';

export interface FileSystemDeps {
  readonly context: vscode.ExtensionContext;
  readonly openClient: (connectionId: string) => Promise<ApiClient>;
  readonly catalog: Catalog;
  readonly connections: Connections;
  readonly trash: Trash;
  readonly log: vscode.LogOutputChannel;
  /** Hears of a record whose documents have to be read again. */
  readonly onChange: (ref: RecordRef) => void;
}

export function openFileSystem(deps: FileSystemDeps): RecordFileSystem {
  const { context, catalog, connections, trash, log } = deps;
  const folder = path.join((context.storageUri ?? context.globalStorageUri).fsPath, 'bases');
  const store = new DocumentStore({
    openClient: deps.openClient,
    listed: (ref) => catalog.get(ref),
    onRecord: (ref, record) => catalog.store(ref, record),
    onSent: (ref) => catalog.changed(ref),
    onChange: deps.onChange,
    onGone: (ref) => {
      // A list that still shows it is out of date.
      if (catalog.list(ref).status !== 'idle' && catalog.get(ref)) void catalog.refresh(ref);
    },
    memory: createFileMemory(path.join(folder, 'documents.json')),
    texts: createKeptTexts(folder, Date.now),
    // Windows of every folder may edit one record.
    alone: createFileLock(path.join(context.globalStorageUri.fsPath, 'saving'), (error) =>
      log.warn(`another window’s save could not be kept out: ${String(error)}`),
    ),
    onNotKept: (error) => log.warn(`what an edit was made from could not be kept: ${String(error)}`),
    now: Date.now,
  });
  return new RecordFileSystem({
    store,
    following: store.follow(catalog),
    restore: (ref) => catalog.restore(ref),
    trashed: (ref) => trash.all.find((entry) => isSameRecord(entry.ref, ref)),
    reread: deps.onChange,
    connectionName: (id) => connections.get(id)?.name ?? id,
    log,
  });
}
