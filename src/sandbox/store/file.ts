// The file of the store: one process at a time, made anew in one step, never half made.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Database } from './database.ts';
import { tables, tablesVersion } from './tables.ts';

export interface Store {
  readonly db: Database;
  close(): void;
}

/** Told apart by its name where it has crossed a thread. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(dataDir: string, cause: unknown) {
    super(`Another service is using the data folder ${dataDir}. Stop that one, or choose another folder.`, {
      cause,
    });
  }
}

/**
 * Opens the store of a folder, made by `fill` where there is none, or where `reset` asks for a new one. Throws an
 * Error with a sentence for people where the folder cannot be used.
 */
export function openStore(dataDir: string, reset: boolean, fill: (db: Database) => void): Store {
  makeFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    const file = path.join(dataDir, 'service.sqlite');
    if (reset) for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    if (existsSync(file) && !isCurrent(file)) {
      renameSync(file, path.join(dataDir, 'service.old.sqlite'));
      for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
    }
    if (!existsSync(file)) makeFile(file, fill);
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

function makeFolder(dataDir: string): void {
  try {
    makeFolders(dataDir);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Node's own recursion never ends where a folder is there and none can be made in it, as below /proc. */
function makeFolders(folder: string): void {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolders(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (!isThere) throw error;
  }
}

/** Holds the folder until it is closed, or until this process ends in whatever way. */
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
    `The data folder ${dataDir} cannot be written to (${reason}). Free it, or choose another folder.`,
    {
      cause,
    },
  );
}

/** Of a larger file not every page is looked at before it is used: that would take seconds. */
const mostCheckedBytes = 64 * 1024 * 1024;

/** Another version's tables, a damaged store, or no store at all, are set aside rather than read wrongly. */
function isCurrent(file: string): boolean {
  const db = new Database(file, 'durable');
  try {
    if (db.get('PRAGMA user_version')?.['user_version'] !== tablesVersion) return false;
    return (
      statSync(file).size > mostCheckedBytes || db.get('PRAGMA quick_check(1)')?.['quick_check'] === 'ok'
    );
  } catch {
    return false; // not a database, or one that is damaged
  } finally {
    db.close();
  }
}

/** Fills a file beside the right name and moves it there once it is whole and on disk. */
function makeFile(file: string, fill: (db: Database) => void): void {
  const draft = `${file}.new`;
  for (const end of ['', '-wal', '-shm']) rmSync(draft + end, { force: true });
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
  renameSync(draft, file);
  if (process.platform !== 'win32') sync(path.dirname(file), 'r'); // Windows cannot open a folder
}

function sync(file: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(file, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
