// Columns in a temporary SQLite file, where they are sorted, filtered and counted without being in memory as texts.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { removeFileSync } from '#disk/moveFile.ts';
import { foldText } from '#text/foldText.ts';
import { CommaColumn, commaNumber } from './commaNumbers.ts';
import { isTime, sortKey, sortRest } from './compareCells.ts';
import { type Grouping, RowSet } from './groupRows.ts';
import { summarizeColumn } from './summarizeColumn.ts';
import type { Dialect } from './dialect.ts';
import type { ColumnSummary, Filter } from './tableQuery.ts';

/** Cells that one statement inserts: fewer calls to SQLite halve the time. */
const cellsPerInsert = 50;

/**
 * `key` is a number, a time in UTC or the folded text, `rest` sorts numbers with the same key; `text` is null if `key` is the
 * text itself.
 */
const schema = 'row INTEGER PRIMARY KEY, text TEXT, key, kind INTEGER NOT NULL, rest TEXT NOT NULL';
const valuesPerCell = 5;

export class ColumnStore {
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #filled = new Set<number>();
  readonly #decimal: Dialect['decimal'];
  /** Columns whose numbers have decimal commas. */
  readonly #withCommas = new Set<number>();
  readonly rows: number;
  #shown: RowSet | undefined;
  #collect: (row: number) => void = () => undefined;

  /** Creates `file`, readable by its owner only; it must not exist yet. */
  constructor(file: string, rows: number, decimal: Dialect['decimal'] = '.') {
    this.rows = rows;
    this.#decimal = decimal;
    this.#file = file;
    closeSync(openSync(file, 'wx', 0o600));
    const database = new DatabaseSync(file);
    this.#database = database;
    database.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA cache_size = -16000; PRAGMA temp_store = FILE');
    database.function('collect', (row) => (this.#collect(Number(row)), 0));
    database.function('comma_key', (text) => sortKey(String(text), true));
    database.function('comma_rest', (text, key) => sortRest(String(text), Number(key), true));
    database.function('is_shown', (row) => (this.#shown?.has(Number(row)) === false ? 0 : 1));
  }

  has(column: number): boolean {
    return this.#filled.has(column);
  }

  /** Begins a column, whose cells are then added by rising rows. */
  fill(column: number): ColumnFill {
    const table = tableOf(column);
    this.#database.exec(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (${schema}); BEGIN`);
    const insert = this.#prepareInsert(table, cellsPerInsert);
    const pending: SQLInputValue[] = [];
    const hasCommas = this.#decimal === ',';
    const commas = new CommaColumn();
    return {
      add: (row, text) => {
        if (this.#decimal === 'byColumn') commas.look(text);
        const key = sortKey(text, hasCommas);
        const kind = typeof key !== 'string' ? kinds.number : isTime(text) ? kinds.time : kinds.text;
        pending.push(row, key === text ? null : text, key, kind, sortRest(text, key, hasCommas));
        if (pending.length < valuesPerCell * cellsPerInsert) return;
        insert.run(...pending);
        pending.length = 0;
      },
      end: () => {
        const rest = pending.length / valuesPerCell;
        if (rest > 0) this.#prepareInsert(table, rest).run(...pending);
        if (commas.isOne) this.#rereadWithCommas(table);
        this.#database.exec('COMMIT');
        if (hasCommas || commas.isOne) this.#withCommas.add(column);
        this.#filled.add(column);
      },
      drop: () => {
        // SQLite itself rolls back if the disk is full.
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      },
    };
  }

  /** The rows with a filled cell, sorted by it; equal cells stay in the order of the file. */
  sortRows(column: number, isDescending: boolean): Uint32Array<ArrayBuffer> {
    const table = tableOf(column);
    const order = new Uint32Array(this.#count(table));
    let at = 0;
    this.#collect = (row) => (order[at++] = row);
    const direction = isDescending ? 'DESC' : 'ASC';
    // The outer select goes through the rows in the order of the inner one.
    this.#run(
      `SELECT sum(collect(row)) FROM (SELECT row FROM ${table} ORDER BY key ${direction}, rest ${direction}, row)`,
    );
    return order;
  }

  /** Undefined if the column has more than `most` values. */
  groupsOf(column: number, most: number): Grouping | undefined {
    const groupOf = new Uint32Array(this.rows);
    const groups = new Map<string, number>([['', 0]]);
    const cells = this.#database.prepare(`SELECT row, ${cellTextSql} AS value FROM ${tableOf(column)}`);
    for (const { row, value } of cells.iterate()) {
      const known = groups.get(String(value));
      if (known === undefined && groups.size > most) return undefined;
      groupOf[Number(row)] = known ?? groups.size;
      if (known === undefined) groups.set(String(value), groups.size);
    }
    return { values: [...groups.keys()], groupOf };
  }

  match(filter: Filter): RowSet {
    const { where, values, isNegated } = filterSql(filter, this.#withCommas.has(filter.column));
    const found =
      where === undefined ? new RowSet(this.rows, true) : this.#rows(filter.column, where, ...values);
    return isNegated ? found.not() : found;
  }

  /** Summarizes the rows in `shown`, by default all. */
  summarize(column: number, shown?: RowSet): ColumnSummary {
    this.#shown = shown;
    const rows = shown?.count() ?? this.rows;
    return summarizeColumn(this.#database, {
      table: tableOf(column),
      column,
      rows,
      isFiltered: shown !== undefined,
    });
  }

  /** Closes the database and removes its file. */
  close(): void {
    this.#database.close();
    removeFileSync(this.#file);
  }

  #rereadWithCommas(table: string): void {
    this.#database.exec(`UPDATE ${table} SET text = coalesce(text, key), key = comma_key(coalesce(text, key)),
      kind = ${kinds.number}; UPDATE ${table} SET rest = comma_rest(text, key)`);
  }

  #prepareInsert(table: string, cells: number): StatementSync {
    return this.#database.prepare(
      `INSERT OR REPLACE INTO ${table} VALUES ${Array(cells).fill('(?, ?, ?, ?, ?)').join()}`,
    );
  }

  #rows(column: number, where: string, ...values: SQLInputValue[]): RowSet {
    const found = new RowSet(this.rows);
    this.#collect = (row) => found.add(row);
    this.#run(`SELECT sum(collect(row)) FROM ${tableOf(column)} WHERE ${where}`, ...values);
    return found;
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#database.prepare(sql).get(...values);
  }

  #count(table: string): number {
    return Number(this.#database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  }
}

export interface ColumnFill {
  add(row: number, text: string): void;
  end(): void;
  /** Called where `add` or `end` failed. */
  drop(): void;
}

const kinds = { number: 1, time: 2, text: 0 } as const;

function tableOf(column: number): string {
  return `column_${column}`;
}

// What each test of a filter means, as SQL on the table of its column, which has a row for each filled cell.
interface FilterSql {
  /** Undefined: all rows of the file. */
  readonly where: string | undefined;
  readonly values: readonly (string | number)[];
  /** The filter is for all other rows. */
  readonly isNegated: boolean;
}

const cellTextSql = 'coalesce(text, key)';
/** Folded; numbers and times have letters of ASCII only. */
const searchTextSql = `CASE kind WHEN ${kinds.text} THEN key ELSE lower(${cellTextSql}) END`;
/** Numbers are compared with numbers only, texts with texts only. */
const sameTypeSql = `(typeof(key) = 'text') = (typeof(?1) = 'text')`;

function filterSql({ test, value }: Filter, hasCommas: boolean): FilterSql {
  switch (test) {
    case 'contains':
      return { ...holding('> 0', value), isNegated: false };
    case 'lacks':
      return { ...holding('> 0', value), isNegated: true };
    case 'starts':
      return { ...holding('= 1', value), isNegated: false };
    case 'is':
      return value === '' ? { ...filled, isNegated: true } : { ...equal(value), isNegated: false };
    case 'isNot':
      return value === '' ? { ...filled, isNegated: false } : { ...equal(value), isNegated: true };
    case 'filled':
      return { ...filled, isNegated: false };
    case 'empty':
      return { ...filled, isNegated: true };
    case 'atLeast':
      return { ...beyond('>', value, hasCommas), isNegated: false };
    case 'atMost':
      return { ...beyond('<', value, hasCommas), isNegated: false };
  }
}

type Condition = Omit<FilterSql, 'isNegated'>;

const filled: Condition = { where: '1', values: [] };

function equal(value: string): Condition {
  return { where: `${cellTextSql} = ?`, values: [value] };
}

/** Rows whose cell is the value, or on the given side of it. */
function beyond(side: '<' | '>', value: string, hasCommas: boolean): Condition {
  const isOfColumn = hasCommas && commaNumber.test(value); // a point is understood as well
  const key = sortKey(value, isOfColumn);
  const onlyTimes = isTime(value) ? ` AND kind = ${kinds.time}` : '';
  return {
    where: `(key ${side} ?1 OR (key = ?1 AND rest ${side}= ?2)) AND ${sameTypeSql}${onlyTimes}`,
    values: [key, sortRest(value, key, isOfColumn)],
  };
}

/** Rows whose cell contains `value` at a place that meets `place`; an empty value is in every row. */
function holding(place: string, value: string): Condition {
  const wanted = foldText(value);
  if (wanted === '') return { where: undefined, values: [] };
  return { where: `instr(${searchTextSql}, ?) ${place}`, values: [wanted] };
}
