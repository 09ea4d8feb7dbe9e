// The rows of a query, as a table, or drawn where the query says how.
import type { Bounds } from './chartBounds.ts';
import type { Cell, ChartModel, SeriesModel, TableModel } from './chartModel.ts';
import { type InsightSettings, plainStyle } from './insightSettings.ts';
import { readSeries } from './readSeries.ts';
import { cellOf, type Fields, firstOf, isFields, OddResult, textOf } from './readValues.ts';

export function readTable(insight: Fields, settings: InsightSettings): ChartModel {
  const { columns, rows } = rawTable(insight, settings.bounds);
  if (rows.length === 0) return { kind: 'empty', reason: 'noData', message: '' };
  return drawn(columns, rows, settings) ?? toTable(columns, rows, settings.bounds);
}

interface RawTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** `{columns, results}`; or rows, whose columns the insight names; or objects, whose keys are the columns. */
function rawTable(insight: Fields, bounds: Bounds): RawTable {
  const { result } = insight;
  const given = isFields(result) ? result.columns : insight.columns;
  const rows = isFields(result) ? result.results : result;
  if (!Array.isArray(rows)) throw new OddResult('no rows');
  const all: readonly unknown[] = rows;
  if (all.every(Array.isArray)) {
    const width = all.reduce<number>((widest, row) => Math.max(widest, row.length), 0);
    const names = Array.isArray(given) ? given.map((name) => textOf(name, bounds)) : [];
    if (names.length > 0 && names.length < width) throw new OddResult('cells without a column');
    return { columns: names.length > 0 ? names : numbered(width), rows: all };
  }
  if (!all.every(isFields)) throw new OddResult('no rows');
  const keys = Array.isArray(given)
    ? given.map((name) => textOf(name, bounds))
    : [...new Set(all.slice(0, 100).flatMap(Object.keys))];
  return { columns: keys, rows: all.map((row) => keys.map((key) => row[key])) };
}

function numbered(width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => String(index + 1));
}

function toTable(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  bounds: Bounds,
): TableModel {
  const { first: firstColumns, shown: columnsShown } = firstOf(columns, bounds.columns);
  const { first, shown } = firstOf(rows, bounds.rows);
  const cells = first.map((row): readonly Cell[] =>
    firstColumns.map((_, index) => cellOf(row[index], bounds)),
  );
  const named = firstColumns.map((name) => ({ name }));
  return { kind: 'table', columns: named, rows: cells, style: plainStyle, shown, columnsShown };
}

const forms: ReadonlyMap<string, SeriesModel['form']> = new Map([
  ['ActionsLineGraph', 'line'],
  ['ActionsAreaGraph', 'area'],
  ['ActionsBar', 'groupedBars'],
  ['ActionsStackedBar', 'stackedBars'],
]);

/** Undefined where the query asks for a table, or its rows are not what it asks for. */
function drawn(
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  settings: InsightSettings,
): ChartModel | undefined {
  const [row = []] = rows;
  const [value] = row;
  if (settings.display === 'BoldNumber' && rows.length === 1 && row.length === 1 && typeof value === 'number')
    return { kind: 'number', label: columns[0] ?? '', value, previous: undefined, style: plainStyle };
  const form = forms.get(settings.display);
  const x = columns.indexOf(settings.xColumn);
  const ys = settings.yColumns.map((name) => columns.indexOf(name));
  if (!form || x < 0 || ys.length === 0 || ys.includes(-1)) return undefined;
  const days = rows.map((one) => one[x]);
  const series = ys.map((y) => ({ label: columns[y], days, data: rows.map((one) => one[y]) }));
  try {
    return readSeries(series, settings, form, undefined);
  } catch (error) {
    if (error instanceof OddResult) return undefined;
    throw error;
  }
}
