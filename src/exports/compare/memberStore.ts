// Which persons are in which files: one row for each person in a database on disk, so that memory stays the same at any
// number of them. Rows are numbered as they are added, in the order of the files: nothing has to be sorted.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { removeFile } from '#disk/moveFile.ts';
import { releasePath, reservePath } from '#exports/files/reservedPaths.ts';

/** Where a person's text is. */
export interface PersonPlace {
  /** Index of the file. */
  readonly file: number;
  readonly start: number;
  readonly length: number;
  /** The place of its changed form; undefined if it did not change. */
  readonly changed: Omit<PersonPlace, 'changed'> | undefined;
}

/** Persons by the files that they are in. */
export interface MemberCount {
  /** A bit for each file: 5 is in the first and the third alone. */
  readonly files: number;
  /** Whether they have another digest in a later file. */
  readonly isChanged: boolean;
  readonly persons: number;
}

export interface NewMember {
  readonly id: Uint8Array;
  readonly start: number;
  readonly length: number;
  /** Digest of the properties; undefined if only IDs are compared. */
  readonly digest?: Uint8Array | undefined;
}

export interface ChangedMember {
  /** The row for `unmark`. */
  readonly row: number;
  readonly place: PersonPlace;
}

/** Rows that are counted in one step, which takes about 10 ms. */
const countedRows = 50_000;

/** One statement for so many rows takes about half the time of as many statements. */
const rowsAtOnce = 16;
const valuesPerRow = 6;

/** For as long as the digests differ; the last place counts. */
const setChanged = `,
  (changed_file, changed_start, changed_length) =
    (SELECT excluded.file, excluded.start, excluded.length
      WHERE excluded.digest <> digest AND excluded.file <> file)`;

export class MemberStore {
  readonly #path: string;
  readonly #comparesDigests: boolean;
  readonly #database: DatabaseSync;
  readonly #addMany: StatementSync;
  readonly #addOne: StatementSync;
  /** Values of members that are not in the table yet. */
  #waiting: SQLInputValue[] = [];
  readonly #unmark: StatementSync;

  /** @param path of a new part, readable by its owner only; it is gone after `close`, or swept if the process is killed */
  constructor(path: string, comparesDigests: boolean) {
    this.#path = path;
    this.#comparesDigests = comparesDigests;
    closeSync(openSync(path, 'wx', 0o600));
    reservePath(path);
    this.#database = new DatabaseSync(path);
    // The file is useless once the process has ended, so nothing has to be synced to disk. The journal stays empty: it holds
    // pages as they were before the transaction, when there were none. Node does not let it be off.
    this.#database.exec(`
      PRAGMA journal_mode = MEMORY;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -32000;
      CREATE TABLE person (
        id BLOB UNIQUE, files INTEGER NOT NULL, file INTEGER, start INTEGER, length INTEGER,
        digest BLOB, changed_file INTEGER, changed_start INTEGER, changed_length INTEGER
      );
      BEGIN; -- never committed: each commit would write all pages that it changed
    `);
    const insert = (rows: number) =>
      this.#database.prepare(`
        INSERT INTO person (id, files, file, start, length, digest)
          VALUES ${Array(rows).fill('(?, ?, ?, ?, ?, ?)').join()}
          ON CONFLICT (id) DO UPDATE SET files = files | excluded.files ${comparesDigests ? setChanged : ''}
      `);
    this.#addMany = insert(rowsAtOnce);
    this.#addOne = insert(1);
    this.#unmark = this.#database.prepare('UPDATE person SET changed_file = NULL WHERE rowid = ?');
  }

  /** A person counts once in each file, however often they are there. The bytes of `id` must not change afterwards. */
  add(file: number, { id, start, length, digest }: NewMember): void {
    this.#waiting.push(id, 1 << file, file, start, length, digest ?? null);
    if (this.#waiting.length < rowsAtOnce * valuesPerRow) return;
    this.#addMany.run(...this.#waiting);
    this.#waiting = [];
  }

  #addWaiting(): void {
    for (let at = 0; at < this.#waiting.length; at += valuesPerRow)
      this.#addOne.run(...this.#waiting.slice(at, at + valuesPerRow));
    this.#waiting = [];
  }

  /** Yields members with another digest in a later file, in the order of the files. */
  *changed(): Generator<ChangedMember> {
    this.#addWaiting();
    // Rows are read in their order from here on, and counting them sorts in as much memory as the cache may take.
    this.#database.exec('PRAGMA cache_size = -4000');
    const select = this.#database.prepare(`
      SELECT rowid, ${placeColumns} FROM person WHERE changed_file IS NOT NULL ORDER BY rowid
    `);
    for (const row of select.iterate()) yield { row: Number(row['rowid']), place: readPlace(row) };
  }

  /** They have another digest, and yet have not changed. */
  unmark({ row }: ChangedMember): void {
    this.#unmark.run(row);
  }

  /**
   * Of each combination of files, also where nobody is in it. A slice of the rows at a time: millions in one step would block
   * the process. Rejects with the signal's reason.
   */
  async counts(fileCount: number, signal: AbortSignal): Promise<readonly MemberCount[]> {
    this.#addWaiting();
    const last = Number(this.#database.prepare('SELECT max(rowid) AS last FROM person').get()?.['last'] ?? 0);
    const select = this.#database.prepare(`
      SELECT files, changed_file IS NOT NULL AS isChanged, count(*) AS persons FROM person
        WHERE rowid > ? AND rowid <= ? GROUP BY 1, 2
    `);
    const counts = new Map<string, MemberCount>();
    const add = (files: number, isChanged: boolean, more: number): void => {
      const key = `${files} ${isChanged}`;
      counts.set(key, { files, isChanged, persons: (counts.get(key)?.persons ?? 0) + more });
    };
    const everywhere = (1 << fileCount) - 1;
    for (let files = 1; files <= everywhere; files++) add(files, false, 0);
    if (this.#comparesDigests) add(everywhere, true, 0);
    for (let from = 0; from < last; from += countedRows) {
      await setImmediate(undefined, { signal });
      for (const { files, isChanged, persons } of select.all(from, from + countedRows))
        add(Number(files), isChanged === 1, Number(persons));
    }
    return [...counts.values()];
  }

  /** Yields places in the order of the files. */
  *placesOf({ files, isChanged }: Omit<MemberCount, 'persons'>): Generator<PersonPlace> {
    const select = this.#database.prepare(`
      SELECT ${placeColumns} FROM person
        WHERE files = ? AND changed_file IS NOT NULL = ? ORDER BY rowid
    `);
    for (const row of select.iterate(files, Number(isChanged))) yield readPlace(row);
  }

  async close(): Promise<void> {
    this.#database.close();
    await removeFile(this.#path);
    releasePath(this.#path);
  }
}

const placeColumns = 'file, start, length, changed_file, changed_start, changed_length';

function readPlace(row: Readonly<Record<string, SQLOutputValue>>): PersonPlace {
  const number = (column: string) => Number(row[column]);
  const changed = {
    file: number('changed_file'),
    start: number('changed_start'),
    length: number('changed_length'),
  };
  return {
    file: number('file'),
    start: number('start'),
    length: number('length'),
    changed: row['changed_file'] === null ? undefined : changed,
  };
}
