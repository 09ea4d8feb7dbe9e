// The rows of a query, as a table, or drawn if the query says how.
import { type ChartLimits, unlimited } from './chartLimits.ts';
import type { CellValue, ChartModel, Interval, SeriesModel, TableModel } from './chartModel.ts';
import { insteadOf, type InsightSettings, plainStyle } from './readInsightSettings.ts';
import { readSeries } from './readSeries.ts';
import { toJsonText } from '#json/parsedValue.ts';
import {
  cellOf,
  dateOf,
  type Fields,
  fieldsOf,
  firstOf,
  isFields,
  OddResult,
  textOf,
} from './resultValues.ts';

export function readTable(insight: Fields, settings: InsightSettings): ChartModel {
  const raw = rawTable(insight);
  if (raw.rows.length === 0) return { kind: 'empty', reason: 'noData', message: '' };
  const hasMore = insight.hasMore === true || fieldsOf(insight.result).hasMore === true;
  // What is drawn of a part of the rows would look whole.
  const chart = hasMore ? undefined : drawn(raw, settings);
  return (
    chart ?? { ...toTable(raw, settings.limits), ...insteadOf(settings.display), ...(hasMore && { hasMore }) }
  );
}

interface RawTable {
  /** The columns as the service sent them; shown through `textOf`. */
  readonly columns: readonly string[];
  readonly rows: readonly unknown[];
  readonly cellAt: (row: unknown, column: number) => unknown;
}

/** `{columns, results}`; or rows, whose columns the insight or its query names; or objects, whose keys are the columns. */
function rawTable(insight: Fields): RawTable {
  const { result } = insight;
  const names = isFields(result) ? result.columns : insight.columns;
  const given = Array.isArray(names) ? names.map((name) => textOf(name, unlimited)) : [];
  const rows = isFields(result) ? result.results : result;
  if (!Array.isArray(rows)) throw new OddResult('no rows');
  const all: readonly unknown[] = rows;
  if (all.every(Array.isArray)) {
    const width = all.reduce<number>((widest, row) => Math.max(widest, row.length), 0);
    if (given.length > 0 && given.length < width) throw new OddResult('cells without a column');
    const columns = given.length > 0 ? given : (selectedColumns(insight, width) ?? numbered(width));
    return { columns, rows: all, cellAt: (row, column) => (Array.isArray(row) ? row[column] : undefined) };
  }
  if (!all.every(isFields)) throw new OddResult('no rows');
  const keys = Array.isArray(names) ? given : [...new Set(all.flatMap(Object.keys))];
  return { columns: keys, rows: all, cellAt: (row, column) => ownField(row, keys[column]) };
}

/** What a query selects; undefined if that is not one column for each cell. */
function selectedColumns({ query }: Fields, width: number): readonly string[] | undefined {
  const { select } = fieldsOf(fieldsOf(query).source);
  if (!Array.isArray(select) || select.length !== width) return undefined;
  return select.map((one, index) => columnName(textOf(one, unlimited)) || String(index + 1));
}

/** `properties.$browser -- Browser` has its name after the dashes. */
function columnName(expression: string): string {
  const at = expression.lastIndexOf(' -- ');
  return at > 0 ? expression.slice(at + 4).trim() : expression;
}

function numbered(width: number): readonly string[] {
  return Array.from({ length: width }, (_, index) => String(index + 1));
}

/** A member of the row itself, not of every object, such as `constructor`. */
function ownField(row: unknown, key: string | undefined): unknown {
  return key !== undefined && isFields(row) && Object.hasOwn(row, key) ? row[key] : undefined;
}

function toTable({ columns, rows, cellAt }: RawTable, limits: ChartLimits): TableModel {
  const { first: firstColumns, shown: columnsShown } = firstOf(columns, limits.columns);
  const { first, shown } = firstOf(rows, limits.rows);
  const cells = first.map((row): readonly CellValue[] =>
    firstColumns.map((_, index) => cellOf(cellAt(row, index), limits)),
  );
  const named = firstColumns.map((name) => ({ name: textOf(name, limits) }));
  return { kind: 'table', columns: named, rows: cells, style: plainStyle, shown, columnsShown };
}

const forms: ReadonlyMap<string, SeriesModel['form']> = new Map([
  ['ActionsLineGraph', 'line'],
  ['ActionsAreaGraph', 'area'],
  ['ActionsBar', 'groupedBars'],
  ['ActionsStackedBar', 'stackedBars'],
]);

/** Undefined if the query asks for a table, or its rows are not what it asks for. */
function drawn({ columns, rows, cellAt }: RawTable, settings: InsightSettings): ChartModel | undefined {
  const names = columns.map((name) => textOf(name, settings.limits));
  const value = cellAt(rows[0], 0);
  if (
    settings.display === 'BoldNumber' &&
    rows.length === 1 &&
    names.length === 1 &&
    typeof value === 'number'
  )
    return { kind: 'number', label: names[0] ?? '', value, previous: undefined, style: plainStyle };
  const form = forms.get(settings.display);
  const x = names.indexOf(settings.xColumn);
  // Two columns of one name are those of two axes, in their order.
  const ys = settings.yColumns.map((name, at, all) => {
    const earlier = all.slice(0, at).filter((one) => one === name).length;
    const places = [...names.keys()].filter((place) => names[place] === name);
    return places[earlier] ?? places[0] ?? -1;
  });
  if (!form || x < 0 || ys.length === 0 || ys.includes(-1)) return undefined;
  const days = rows.map((row) => placeText(cellAt(row, x)));
  const series = ys.map((y) => ({ label: columns[y], days, data: rows.map((row) => cellAt(row, y)) }));
  try {
    return readSeries(series, { ...settings, interval: intervalOf(days) }, form, undefined);
  } catch (error) {
    if (error instanceof OddResult) return undefined;
    throw error;
  }
}

/** What a place of the axis is called: a text as it came, a list by its values, anything else as JSON. */
function placeText(value: unknown): string {
  const text = (one: unknown) =>
    typeof one === 'string' && one !== '' ? one : (toJsonText(one ?? null) ?? '…');
  return Array.isArray(value) && value.length > 0 ? value.map(text).join(' · ') : text(value);
}

/** A query does not say it: days, unless its dates have times, or all begin a month, a quarter or a year. */
function intervalOf(days: readonly unknown[]): Interval {
  const clocks = days.map((day) => dateOf(day)?.slice(11, 19) ?? '');
  if (clocks.some((clock) => /[1-9]/.test(clock.slice(6)))) return 'second';
  if (clocks.some((clock) => /[1-9]/.test(clock.slice(3)))) return 'minute';
  if (clocks.some((clock) => /[1-9]/.test(clock))) return 'hour';
  const starts = new Set(days.map((day) => dateOf(day)?.slice(5, 10) ?? ''));
  const isOf = (pattern: RegExp) => days.length > 1 && [...starts].every((start) => pattern.test(start));
  if (isOf(/^01-01$/)) return 'year';
  if (isOf(/^(01|04|07|10)-01$/)) return 'quarter';
  return isOf(/^\d\d-01$/) ? 'month' : 'day';
}
