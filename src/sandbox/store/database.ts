// store/ holds the records in SQLite: one file in the data folder, in WAL mode with every commit synced, so that an
// acknowledged write survives a kill. It returns rows as typed objects.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** Values by the names of their columns. */
export type Columns = Readonly<Record<string, SQLInputValue>>;

/** A connection with a cache of prepared statements. */
export class Database {
  readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly isDurable: boolean;
  /** Rises with each `run`: a cached result is valid while it stays the same. */
  writes = 0;

  /** `draft`: fast, and lost with the process. */
  constructor(file: string, durability: 'durable' | 'draft') {
    this.connection = new DatabaseSync(file);
    this.isDurable = durability === 'durable';
    // Before anything is read: else WAL shares memory among processes, which network drives cannot; service.lock admits one.
    if (this.isDurable) this.exec('PRAGMA locking_mode = EXCLUSIVE');
  }

  /** Sets the connection's pragmas; not needed for the lock file. */
  tune(): void {
    this.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY');
    this.exec(
      this.isDurable
        ? 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'
        : 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF',
    );
  }

  exec(text: string): void {
    this.connection.exec(text);
  }

  /** Runs a statement that changes rows. `id`: of the last new row. */
  run(text: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    this.writes += 1;
    const result = this.prepare(text).run(...values);
    return { changes: Number(result.changes), id: Number(result.lastInsertRowid) };
  }

  /** Returns the id of the new row. */
  insert(table: string, columns: Columns): number {
    const names = Object.keys(columns);
    const places = names.map(() => '?');
    return this.run(
      `INSERT INTO ${table} (${names.join()}) VALUES (${places.join()})`,
      ...Object.values(columns),
    ).id;
  }

  update(table: string, id: number, columns: Columns): void {
    const assignments = Object.keys(columns).map((name) => `${name} = ?`);
    this.run(`UPDATE ${table} SET ${assignments.join()} WHERE id = ?`, ...Object.values(columns), id);
  }

  get(text: string, ...values: SQLInputValue[]): Row | undefined {
    return this.prepare(text).get(...values);
  }

  all(text: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.prepare(text).all(...values);
  }

  /** All or nothing. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.connection.isOpen) this.exec('ROLLBACK');
      throw error;
    }
  }

  /** For writes that no response acknowledges: their commits are synced with the next normal one. */
  relaxed<T>(work: () => T): T {
    if (!this.isDurable) return work();
    this.exec('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      this.exec('PRAGMA synchronous = FULL');
    }
  }

  close(): void {
    this.statements.clear();
    this.connection.close();
  }

  private prepare(text: string): StatementSync {
    const known = this.statements.get(text);
    if (known) return known;
    if (this.statements.size > 200) this.statements.clear();
    const statement = this.connection.prepare(text);
    this.statements.set(text, statement);
    return statement;
  }
}

export function integerIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} is not a number.`);
  return value;
}

export function integerOrNullIn(row: Row, column: string): number | null {
  return row[column] === null ? null : integerIn(row, column);
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} is not a text.`);
  return value;
}

export function textOrNullIn(row: Row, column: string): string | null {
  return row[column] === null ? null : textIn(row, column);
}

export function flagIn(row: Row, column: string): boolean {
  return integerIn(row, column) !== 0;
}

/** A BLOB column, such as a page of JSON; null is empty. */
export function bytesIn(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (value === null || value === undefined) return new Uint8Array();
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} is not a blob.`);
  return value;
}

// SQL made of parts, with values always bound.
export interface Sql {
  readonly text: string;
  /** A value for each `?` of the text. */
  readonly values: readonly SQLInputValue[];
}

/** A template: SQL parts are inserted, all other values are bound. */
export function sql(strings: readonly string[], ...parts: readonly (Sql | SQLInputValue)[]): Sql {
  let text = strings[0] ?? '';
  const values: SQLInputValue[] = [];
  parts.forEach((part, index) => {
    if (isSql(part)) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  });
  return { text, values };
}

/** Constant SQL. */
export function raw(text: string): Sql {
  return { text, values: [] };
}

/** Joins conditions as a balanced tree: to SQLite `a OR b OR c …` is as deep as it is long, and 1,000 is the limit. */
export function joinSql(parts: readonly Sql[], operator: 'AND' | 'OR'): Sql {
  if (parts.length === 0) return raw(operator === 'AND' ? 'TRUE' : 'FALSE');
  const text = (from: number, to: number): string => {
    if (to - from === 1) return `(${parts[from]?.text})`;
    const middle = (from + to) >> 1;
    return `(${text(from, middle)} ${operator} ${text(middle, to)})`;
  };
  return { text: text(0, parts.length), values: parts.flatMap((part) => part.values) };
}

/** Parts of a list. */
export function commaSql(parts: readonly Sql[]): Sql {
  return { text: parts.map((part) => part.text).join(', '), values: parts.flatMap((part) => part.values) };
}

function isSql(part: Sql | SQLInputValue): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part;
}

/** A time as the service writes it: ISO 8601, UTC, microseconds. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000Z');
}
