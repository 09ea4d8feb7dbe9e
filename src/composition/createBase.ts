// composition/ creates what lives as long as the window and belongs to no page, view or command: a file for each part, in
// the order of their needs. extension.ts connects it with what people see.
import path from 'node:path';
import type * as vscode from 'vscode';
import { personalFolder } from '#host/personalFolder.ts';
import { createMementoMemory } from '#host/mementoMemory.ts';
import type { Log } from '#host/log.ts';
import type { OnLockError, WithLock } from '#model/storage/fileLock.ts';
import type { Memory } from '#model/storage/memory.ts';

/** What every part is made with. */
export interface Base {
  readonly context: vscode.ExtensionContext;
  /** Disposed of with the window. */
  readonly add: <T extends vscode.Disposable>(item: T) => T;
  readonly log: Log;
  readonly memory: (name: string) => Memory;
  /** A path in the storage that all windows share. */
  readonly inStorage: (name: string) => string;
  /** For short changes of what all windows share. */
  readonly withLock: WithLock;
  readonly exportsFolder: string;
  /** This workspace's own, if there is one. */
  readonly workspaceStorage: string;
}

export function createBase({ context, add, log }: Pick<Base, 'context' | 'add' | 'log'>): Base {
  const inStorage = (name: string): string =>
    path.join(personalFolder(context.globalStorageUri.fsPath), name);
  return {
    context,
    add,
    log,
    memory: (name) => createMementoMemory(context.globalState, name),
    inStorage,
    withLock: async (name, task) => {
      const { createFileLock } = await import('#model/storage/fileLock.ts'); // loads with the first change
      const onError: OnLockError = (error, step) =>
        log.warn(`Could not ${step} the cross-window lock.`, error);
      return createFileLock(inStorage('saving'), onError)(name, task);
    },
    exportsFolder: inStorage('exports'),
    workspaceStorage: personalFolder((context.storageUri ?? context.globalStorageUri).fsPath),
  };
}
