// Opens the store's file: locked for one process, created in one step.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { removeFileSync, renameFileSync, retryInUseSync } from '#disk/moveFile.ts';
import { Database } from './database.ts';
import { tables, tablesVersion } from './tables.ts';

export interface Store {
  readonly db: Database;
  close(): void;
}

/** Recognized by its name after it has crossed a thread. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(dataDir: string, cause: unknown) {
    super(`The data folder ${dataDir} is in use by another service. Stop it, or choose another folder.`, {
      cause,
    });
  }
}

/**
 * Opens the store of a folder; creates it with `fill` where there is none, or for `reset`. Throws an Error whose message
 * people can read where the folder cannot be used.
 */
export function openStore(dataDir: string, reset: boolean, fill: (db: Database) => void): Store {
  createFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = path.join(dataDir, 'service.sqlite');
    if (reset) for (const end of ['', '-wal', '-shm']) removeFileSync(file + end);
    if (existsSync(file) && !isCurrent(file)) {
      renameFileSync(file, path.join(dataDir, 'service.old.sqlite'));
      for (const end of ['-wal', '-shm']) removeFileSync(file + end);
    }
    if (!existsSync(file)) createFile(file, fill);
    const db = new Database(file, 'durable');
    db.tune();
    return {
      db,
      close: () => {
        db.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function createFolder(dataDir: string): void {
  try {
    createFolders(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Node's recursive mkdir never returns where a folder exists but nothing can be created in it, as below /proc. */
function createFolders(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) createFolders(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!isThere) throw error;
  }
}

/** Holds the folder until it is closed or this process ends, in whatever way. */
function lockFolder(dataDir: string): Database {
  let lock: Database | undefined;
  try {
    lock = new Database(path.join(dataDir, 'service.lock'), 'draft');
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    if (error instanceof Error && /locked/.test(error.message)) {
      throw new FolderInUse(dataDir, error);
    }
    throw unusable(dataDir, error);
  }
}

function unusable(dataDir: string, cause: unknown): Error {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Error(
    `Cannot write to the data folder ${dataDir} (${reason}). Change its permissions, or choose another folder.`,
    {
      cause,
    },
  );
}

/** Larger files are not checked before use: that would take seconds. */
const maxCheckedBytes = 64 * 1024 * 1024;

/** False for another version's tables, a damaged store, or no store: such a file is renamed, not read. */
function isCurrent(file: string): boolean {
  const db = new Database(file, 'durable');
  try {
    if (db.get('PRAGMA user_version')?.['user_version'] !== tablesVersion) return false;
    return statSync(file).size > maxCheckedBytes || db.get('PRAGMA quick_check(1)')?.['quick_check'] === 'ok';
  } catch {
    return false; // not a database, or a damaged one
  } finally {
    db.close();
  }
}

/** Fills a file with a temporary name and renames it once it is complete and synced. */
function createFile(file: string, fill: (db: Database) => void): void {
  const draft = `${file}.new`;
  for (const end of ['', '-wal', '-shm']) removeFileSync(draft + end);
  const db = new Database(draft, 'draft');
  try {
    db.tune();
    db.exec(`BEGIN; ${tables}`);
    fill(db);
    db.exec(`PRAGMA user_version = ${tablesVersion}; COMMIT`);
  } finally {
    db.close();
  }
  sync(draft, 'r+');
  renameFileSync(draft, file);
  if (process.platform !== 'win32') sync(path.dirname(file), 'r'); // Windows cannot open a folder
}

function sync(file: string, flags: 'r' | 'r+'): void {
  const descriptor = retryInUseSync(() => openSync(file, flags));
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
