// store/ is the only room that speaks SQL about records. One file in the data folder, in WAL mode with every commit
// synced, so that an acknowledged write survives a kill. Rows leave this room as typed objects.
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** A connection that keeps its prepared statements. */
export class Database {
  readonly connection: DatabaseSync;
  private readonly statements = new Map<string, StatementSync>();
  private readonly isDurable: boolean;
  /** Rises with each `run`: what was read at one count is still true at the same count. */
  writes = 0;

  /** A connection that is not durable writes a draft: fast, and lost with the process. */
  constructor(file: string, durability: 'durable' | 'draft') {
    this.connection = new DatabaseSync(file);
    this.isDurable = durability === 'durable';
  }

  /** Sets the connection up. Not done for a file that only holds the lock. */
  tune(): void {
    this.exec('PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY');
    this.exec(
      this.isDurable
        ? 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL'
        : 'PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF',
    );
  }

  exec(sql: string): void {
    this.connection.exec(sql);
  }

  /** Runs a statement that changes rows; answers how many and the last new id. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly id: number } {
    this.writes += 1;
    const result = this.prepare(sql).run(...values);
    return { changes: Number(result.changes), id: Number(result.lastInsertRowid) };
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.prepare(sql).get(...values);
  }

  all(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.prepare(sql).all(...values);
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

  /** For what nobody has been promised yet: its commits wait for the disk with the next one that is not relaxed. */
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

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    if (this.statements.size > 200) this.statements.clear();
    const statement = this.connection.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}

export function integerIn(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} holds no number.`);
  return value;
}

export function integerOrNullIn(row: Row, column: string): number | null {
  return row[column] === null ? null : integerIn(row, column);
}

export function textIn(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

export function textOrNullIn(row: Row, column: string): string | null {
  return row[column] === null ? null : textIn(row, column);
}

export function flagIn(row: Row, column: string): boolean {
  return integerIn(row, column) !== 0;
}

/** A column that a query made as a BLOB, such as a page of JSON; null is no bytes. */
export function bytesIn(row: Row | undefined, column: string): Uint8Array {
  const value = row?.[column];
  if (value === null || value === undefined) return new Uint8Array();
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}
