// Summarizes a column in SQLite.
import type { DatabaseSync } from 'node:sqlite';
import type { Bin, ColumnSummary } from './tableQuery.ts';

const topCount = 20;
const maxBins = 20;

interface Column {
  readonly table: string;
  readonly column: number;
  /** Rows of the view. */
  readonly rows: number;
  /** Only rows with `is_shown(row)` count. */
  readonly isFiltered: boolean;
}

export function summarizeColumn(database: DatabaseSync, column: Column): ColumnSummary {
  const { table, isFiltered } = column;
  const where = isFiltered ? 'WHERE is_shown(row)' : '';
  const and = isFiltered ? 'AND is_shown(row)' : '';
  const number = (sql: string) => Number(database.prepare(sql).get()?.['value'] ?? 0);
  const filled = number(`SELECT count(*) AS value FROM ${table} ${where}`);
  const numbers = number(`SELECT count(*) AS value FROM ${table} WHERE kind = 1 ${and}`);
  const times = number(`SELECT count(*) AS value FROM ${table} WHERE kind = 2 ${and}`);
  const { distinct, top } = countTexts(database, table, where);
  const kind = kindOf(filled, numbers, times);
  const ofKind = kind === 'number' ? `kind = 1 ${and}` : `kind = 2 ${and}`;
  const value = kind === 'number' ? 'key' : 'unixepoch(key)';
  return {
    column: column.column,
    rows: column.rows,
    filled,
    distinct,
    top,
    kind,
    others: filled - (kind === 'number' ? numbers : kind === 'time' ? times : filled),
    mean: kind === 'number' ? meanOf(database, table, ofKind) : undefined,
    least: kind === 'text' ? undefined : extreme(database, table, ofKind, 'key, rest'),
    most: kind === 'text' ? undefined : extreme(database, table, ofKind, 'key DESC, rest DESC'),
    bins: kind === 'text' ? [] : countBins(database, table, value, ofKind),
  };
}

/** Nine of ten cells decide: old imports leave a few texts in columns of numbers. */
function kindOf(filled: number, numbers: number, times: number): ColumnSummary['kind'] {
  if (filled > 0 && numbers >= filled * 0.9) return 'number';
  return filled > 0 && times >= filled * 0.9 ? 'time' : 'text';
}

/** Undefined if a number is beyond all doubles. */
function meanOf(database: DatabaseSync, table: string, where: string): number | undefined {
  const mean = database.prepare(`SELECT avg(key) AS value FROM ${table} WHERE ${where}`).get()?.['value'];
  return Number.isFinite(mean) ? Number(mean) : undefined;
}

function countTexts(
  database: DatabaseSync,
  table: string,
  where: string,
): Pick<ColumnSummary, 'distinct' | 'top'> {
  const rows = database
    .prepare(
      `WITH texts AS MATERIALIZED
         (SELECT coalesce(text, key) AS value, key, count(*) AS count FROM ${table} ${where} GROUP BY 1)
       SELECT (SELECT count(*) FROM texts) AS distincts, value, count FROM texts
       ORDER BY count DESC, key, value LIMIT ${topCount}`,
    )
    .all();
  return {
    distinct: Number(rows[0]?.['distincts'] ?? 0),
    top: rows.map((row) => ({ value: String(row['value']), count: Number(row['count']) })),
  };
}

function extreme(database: DatabaseSync, table: string, where: string, order: string): string | undefined {
  const sql = `SELECT coalesce(text, key) AS value FROM ${table} WHERE ${where} ORDER BY ${order}, row LIMIT 1`;
  const value = database.prepare(sql).get()?.['value'];
  return value === undefined ? undefined : String(value);
}

function countBins(database: DatabaseSync, table: string, value: string, where: string): readonly Bin[] {
  const range = database
    .prepare(
      `SELECT CAST(min(${value}) AS REAL) AS least, CAST(max(${value}) AS REAL) AS most,
              max(${value} != CAST(${value} AS INTEGER)) AS broken FROM ${table} WHERE ${where}`,
    )
    .get();
  const least = Number(range?.['least'] ?? 0);
  const most = Number(range?.['most'] ?? 0);
  if (range?.['least'] === null || !Number.isFinite(most - least)) return [];
  // A few whole numbers get one bin each, and so does a single value.
  const isFew = least === most || (range?.['broken'] === 0 && most - least < maxBins);
  const count = isFew ? most - least + 1 : maxBins;
  const width = isFew ? 1 : (most - least) / maxBins;
  const counts = new Map(
    database
      .prepare(
        `SELECT min(CAST((${value} - ?) / ? AS INTEGER), ?) AS bin, count(*) AS count
         FROM ${table} WHERE ${where} AND ${value} IS NOT NULL GROUP BY 1`,
      )
      .all(least, width, count - 1)
      .map((row) => [Number(row['bin']), Number(row['count'])] as const),
  );
  return Array.from({ length: count }, (_, bin) => ({
    from: least + bin * width,
    to: isFew ? least + bin : least + (bin + 1) * width,
    count: counts.get(bin) ?? 0,
  }));
}
