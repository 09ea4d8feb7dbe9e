// Opens the store's file: locked for one process, created in one step.
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import { removeFileSync, renameFileSync, retryInUseSync } from '#disk/moveFile.ts';
import { Database } from './database.ts';

export interface Store {
  readonly db: Database;
  close(): void;
}

/** Recognized by its name after it has crossed a thread. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
  constructor(dataDir: string, cause: unknown) {
    super(
      `The data folder ${dataDir} is in use by another service. Stop it, or give another one by --data.`,
      {
        cause,
      },
    );
  }
}

/**
 * Opens the store of a folder; creates it with `fill` if there is none, or for `reset`. Throws an Error whose message
 * people can read if the folder cannot be used.
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

/** Node's recursive mkdir never returns if a folder exists but nothing can be created in it, as below /proc. */
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

// The tables. `record` holds a record's JSON in lists, written with each change, so that a page is made by joining texts.
// A cohort's members are stored under the number of their calculation (`members`): a new calculation adds new rows, and
// then the cohort switches to them in one step.

/** Raise it with each change of the tables; a file with another number is renamed. */
const tablesVersion = 5;

export const tables = `
CREATE TABLE user (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  distinct_id TEXT NOT NULL,
  first_name TEXT NOT NULL,
  email TEXT NOT NULL
) STRICT;

CREATE TABLE project (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  timezone TEXT NOT NULL,
  created_at TEXT NOT NULL,
  first_person INTEGER,
  last_person INTEGER
) STRICT;

CREATE TABLE dashboard (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project,
  name TEXT,
  description TEXT NOT NULL,
  pinned INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  created_by INTEGER REFERENCES user,
  is_shared INTEGER NOT NULL,
  creation_mode TEXT NOT NULL,
  use_template TEXT NOT NULL,
  use_dashboard INTEGER,
  filters TEXT NOT NULL,
  tags TEXT NOT NULL,
  restriction_level INTEGER NOT NULL,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX dashboard_order
  ON dashboard (project_id, deleted, pinned DESC, (name IS NULL), name COLLATE NOCASE, id);

CREATE TABLE tile (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  dashboard_id INTEGER NOT NULL REFERENCES dashboard,
  insight TEXT,
  outcome TEXT NOT NULL,
  text TEXT,
  widget TEXT,
  button TEXT,
  layouts TEXT NOT NULL,
  color TEXT
) STRICT;
CREATE INDEX tile_dashboard ON tile (dashboard_id, id);

CREATE TABLE cohort (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id INTEGER NOT NULL REFERENCES project,
  name TEXT,
  description TEXT NOT NULL,
  groups TEXT NOT NULL,
  deleted INTEGER NOT NULL,
  filters TEXT,
  is_calculating INTEGER NOT NULL,
  created_by INTEGER REFERENCES user,
  created_at TEXT,
  last_calculation TEXT,
  errors_calculating INTEGER NOT NULL,
  last_error TEXT,
  count INTEGER,
  is_static INTEGER NOT NULL,
  version INTEGER NOT NULL DEFAULT 0,
  members INTEGER NOT NULL DEFAULT 0,
  slow_ms INTEGER NOT NULL DEFAULT 0,
  record TEXT NOT NULL
) STRICT;

CREATE INDEX cohort_order ON cohort (project_id, deleted, created_at DESC, id DESC);

CREATE TABLE person (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project,
  uuid TEXT NOT NULL,
  created_at TEXT NOT NULL,
  distinct_ids TEXT NOT NULL,
  is_identified INTEGER,
  properties BLOB NOT NULL
) STRICT;

CREATE TABLE event_name (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;

CREATE TABLE event (
  name_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  at_ms INTEGER NOT NULL,
  properties BLOB,
  PRIMARY KEY (name_id, person_id, at_ms)
) STRICT, WITHOUT ROWID;

CREATE TABLE action (id INTEGER PRIMARY KEY, name TEXT NOT NULL, events TEXT NOT NULL) STRICT;

CREATE TABLE member (
  members INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (members, person_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE member_mark (
  members INTEGER NOT NULL,
  thousand INTEGER NOT NULL,
  person_id INTEGER NOT NULL,
  PRIMARY KEY (members, thousand)
) STRICT, WITHOUT ROWID;

CREATE TABLE calculation (members INTEGER PRIMARY KEY AUTOINCREMENT) STRICT;

CREATE TABLE feature_flag (
  id INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL REFERENCES project,
  cohort_id INTEGER NOT NULL REFERENCES cohort ON DELETE CASCADE,
  key TEXT NOT NULL,
  name TEXT NOT NULL
) STRICT;

CREATE TABLE cohort_calculation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cohort_id INTEGER NOT NULL REFERENCES cohort ON DELETE CASCADE,
  filters TEXT,
  count INTEGER,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  error TEXT
) STRICT;
CREATE INDEX cohort_calculation_order ON cohort_calculation (cohort_id, id);

CREATE TABLE cohort_activity (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  cohort_id INTEGER NOT NULL REFERENCES cohort ON DELETE CASCADE,
  user_id INTEGER REFERENCES user,
  activity TEXT NOT NULL,
  changes TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX cohort_activity_order ON cohort_activity (cohort_id, id);
`;
