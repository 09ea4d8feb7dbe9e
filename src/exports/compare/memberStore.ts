// Which persons are in which files: one row for each person in a database on disk, so that memory stays the same at any
// number of them.
import { rm } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Where a person's text is. */
export interface PersonPlace {
  /** Index of the file. */
  readonly file: number;
  readonly start: number;
  readonly length: number;
}

export interface NewMember {
  /** Hexadecimal: SQLite's JSON ends a text at a NUL. */
  readonly id: string;
  readonly start: number;
  readonly length: number;
}

export class MemberStore {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;

  /** @param path of a new file, which is gone after `close` */
  constructor(path: string) {
    this.#path = path;
    this.#database = new DatabaseSync(path);
    // The file is of use to nobody once the process has ended: nothing has to be safe on disk.
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -32000;
      CREATE TABLE person (id BLOB PRIMARY KEY, files INTEGER NOT NULL, file INTEGER, start INTEGER, length INTEGER)
        WITHOUT ROWID;
      BEGIN; -- never committed: each commit would write all pages that it changed
    `);
    this.#add = this.#database.prepare(`
      INSERT INTO person (id, files, file, start, length)
        SELECT unhex(value ->> 0), 1 << :file, :file, value ->> 1, value ->> 2 FROM json_each(:members) WHERE true
        ON CONFLICT (id) DO UPDATE SET files = files | excluded.files
    `);
  }

  /** A person counts once in each file, however often they are there. */
  add(file: number, members: readonly NewMember[]): void {
    const rows = members.map(({ id, start, length }) => [id, start, length]);
    this.#add.run({ file, members: JSON.stringify(rows) });
  }

  /** The number of persons by the set of files that they are in, a bit for each: 5 is in the first and the third alone. */
  counts(): ReadonlyMap<number, number> {
    const rows = this.#database.prepare('SELECT files, count(*) AS persons FROM person GROUP BY files').all();
    return new Map(rows.map(({ files, persons }) => [Number(files), Number(persons)]));
  }

  /** In the order of the files. */
  *placesOf(files: number): Generator<PersonPlace> {
    const select = this.#database.prepare(
      'SELECT file, start, length FROM person WHERE files = ? ORDER BY file, start',
    );
    for (const { file, start, length } of select.iterate(files))
      yield { file: Number(file), start: Number(start), length: Number(length) };
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#path, { force: true });
  }
}
