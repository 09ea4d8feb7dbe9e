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
  /** Where its changed form is; undefined where it is the same. */
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
  /** Hexadecimal: SQLite's JSON ends a text at a NUL. */
  readonly id: string;
  readonly start: number;
  readonly length: number;
  /** Hexadecimal, of what is compared besides the id; undefined where only ids are. */
  readonly digest?: string | undefined;
}

/** For as long as the digests differ; the last place counts. */
const setChanged = `,
  (changed_file, changed_start, changed_length) =
    (SELECT excluded.file, excluded.start, excluded.length
      WHERE excluded.digest <> digest AND excluded.file <> file)`;

export class MemberStore {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #add: StatementSync;

  /** @param path of a new file, which is gone after `close` */
  constructor(path: string, comparesDigests: boolean) {
    this.#path = path;
    this.#database = new DatabaseSync(path);
    // The file is of use to nobody once the process has ended: nothing has to be safe on disk.
    this.#database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      PRAGMA cache_size = -32000;
      CREATE TABLE person (
        id BLOB PRIMARY KEY, files INTEGER NOT NULL, file INTEGER, start INTEGER, length INTEGER,
        digest BLOB, changed_file INTEGER, changed_start INTEGER, changed_length INTEGER
      ) WITHOUT ROWID;
      BEGIN; -- never committed: each commit would write all pages that it changed
    `);
    this.#add = this.#database.prepare(`
      INSERT INTO person (id, files, file, start, length, digest)
        SELECT unhex(value ->> 0), 1 << :file, :file, value ->> 1, value ->> 2, unhex(value ->> 3)
          FROM json_each(:members) WHERE true
        ON CONFLICT (id) DO UPDATE SET files = files | excluded.files ${comparesDigests ? setChanged : ''}
    `);
  }

  /** A person counts once in each file, however often they are there. */
  add(file: number, members: readonly NewMember[]): void {
    const rows = members.map(({ id, start, length, digest }) => [id, start, length, digest]);
    this.#add.run({ file, members: JSON.stringify(rows) });
  }

  counts(): readonly MemberCount[] {
    const select = this.#database.prepare(`
      SELECT files, changed_file IS NOT NULL AS isChanged, count(*) AS persons FROM person GROUP BY 1, 2
    `);
    return select.all().map(({ files, isChanged, persons }) => ({
      files: Number(files),
      isChanged: isChanged === 1,
      persons: Number(persons),
    }));
  }

  /** In the order of the files. */
  *placesOf({ files, isChanged }: Omit<MemberCount, 'persons'>): Generator<PersonPlace> {
    const select = this.#database.prepare(`
      SELECT file, start, length, changed_file, changed_start, changed_length FROM person
        WHERE files = ? AND changed_file IS NOT NULL = ? ORDER BY file, start
    `);
    for (const row of select.iterate(files, Number(isChanged))) {
      const [file, start, length, ...changed] = Object.values(row).map(Number);
      yield { ...placeOf([file, start, length]), changed: isChanged ? placeOf(changed) : undefined };
    }
  }

  async close(): Promise<void> {
    this.#database.close();
    await rm(this.#path, { force: true });
  }
}

function placeOf([file = 0, start = 0, length = 0]: readonly (number | undefined)[]) {
  return { file, start, length };
}
