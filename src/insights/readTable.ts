// The rows of a query, as a table, or drawn if the query says how.
import { type ChartLimits, unlimited } from './chartLimits.ts';
import type { CellValue, ChartModel, Interval, SeriesModel, TableModel } from './chartModel.ts';
import { insteadOf, type InsightSettings } from './readInsightSettings.ts';
import { plainStyle } from './readSqlSettings.ts';
import { instantOf } from './projectTimeZone.ts';
import { readSeries } from './readSeries.ts';
import { toJsonText } from '#json/parsedValue.ts';
import {
  cellOf,
  dateOf,
  drawnValueOf,
  type Fields,
  fieldsOf,
  firstOf,
  hasMoreOf,
  isFields,
  OddResult,
  textOf,
} from './resultValues.ts';

export function readTable(insight: Fields, settings: InsightSettings): ChartModel {
  const raw = rawTable(insight);
  if (raw.rows.length === 0) return { kind: 'empty', reason: 'noData', message: '' };
  // What is drawn of a part of the rows would look whole.
  const chart = hasMoreOf(insight) ? undefined : drawn(raw, settings);
  return chart ?? { ...toTable(raw, settings.limits), ...insteadOf(settings.display) };
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
function drawn(table: RawTable, settings: InsightSettings): ChartModel | undefined {
  if (settings.display === 'BoldNumber') return drawnNumber(table, settings);
  const { columns, cellAt } = table;
  const names = columns.map((name) => textOf(name, settings.limits));
  const form = forms.get(settings.display);
  const x = names.indexOf(settings.xColumn);
  // Two columns of one name are those of two axes, in their order.
  const placesOf = Map.groupBy(names.keys(), (place) => names[place]);
  const drawnOf = new Map<string, number>();
  const ys = settings.yColumns.map(({ column }) => {
    const earlier = drawnOf.get(column) ?? 0;
    drawnOf.set(column, earlier + 1);
    const places = placesOf.get(column) ?? [];
    return places[earlier] ?? places[0] ?? -1;
  });
  const by = settings.seriesColumn === '' ? undefined : names.indexOf(settings.seriesColumn);
  if (!form || x < 0 || by === -1 || ys.length === 0 || ys.includes(-1)) return undefined;
  const rows = sortedByDate(table, x);
  const dates = rows.map((row) => placeText(cellAt(row, x)));
  const days = [...new Set(dates)];
  const labels = ys.map((y, at) => settings.yColumns[at]?.label || columns[y] || '');
  // Series that are only counted need no values.
  const dataOf: DataOf = (at, read) => (at < settings.limits.series ? read() : []);
  const series =
    by === undefined
      ? ys.map((y, at) => ({
          label: labels[at],
          days: dates,
          data: dataOf(at, () => rows.map((row) => cellAt(row, y))),
        }))
      : byColumn({ ...table, rows }, { x, ys, by, days, labels }, dataOf);
  if (!series) return undefined;
  try {
    const interval = intervalOf(days);
    const [drawnForm, isMixed] = formOf(form, settings);
    const model = readSeries(series, { ...settings, interval }, drawnForm, undefined);
    return isMixed && model.kind === 'series' ? { ...model, insteadOfForm: 'mixed' } : model;
  } catch (error) {
    if (error instanceof OddResult) return undefined;
    throw error;
  }
}

/** A time axis goes forward, whatever the order of the rows. Others keep the order of the query. */
function sortedByDate({ rows, cellAt }: RawTable, x: number): readonly unknown[] {
  const times = new Map(rows.map((row) => [row, instantOf(dateOf(cellAt(row, x)) ?? '')]));
  if ([...times.values()].some(Number.isNaN)) return rows;
  return rows.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
}

function drawnNumber({ columns, rows, cellAt }: RawTable, settings: InsightSettings): ChartModel | undefined {
  const value = drawnValueOf(cellAt(rows[0], 0), settings.limits);
  if (rows.length !== 1 || columns.length !== 1 || value.value === null) return undefined;
  const [axis] = settings.yColumns;
  const label = axis?.label || textOf(columns[0], settings.limits);
  const cells = value.cell === undefined ? {} : { cells: [value.cell, undefined] as const };
  return { kind: 'number', label, value: value.value, previous: undefined, style: settings.style, ...cells };
}

/** The form of all columns, and whether the web UI draws several: lines are right for any of them. */
function formOf(
  form: SeriesModel['form'],
  { yColumns }: InsightSettings,
): readonly [SeriesModel['form'], boolean] {
  const base = form === 'line' || form === 'area' ? form : 'bar';
  const own = new Set(yColumns.map((one) => one.form ?? base));
  const [only] = own;
  if (own.size > 1) return ['line', true];
  if (only === base || only === undefined) return [form, false];
  return [only === 'bar' ? 'groupedBars' : only, false];
}

/** @param at of a series @param read its values */
type DataOf = (at: number, read: () => readonly unknown[]) => readonly unknown[];

interface Places {
  readonly x: number;
  readonly ys: readonly number[];
  readonly by: number;
  readonly days: readonly string[];
  readonly labels: readonly string[];
}

/** A series for each value of a column, and of each drawn column if there are several. Undefined if two rows are one point. */
function byColumn({ rows, cellAt }: RawTable, { x, ys, by, days, labels }: Places, dataOf: DataOf) {
  const points = new Map<string, Map<string, unknown>>();
  for (const row of rows) {
    const name = placeText(cellAt(row, by));
    for (const [at, y] of ys.entries()) {
      const label = ys.length > 1 ? `${name} · ${labels[at]}` : name;
      const own = points.get(label) ?? new Map<string, unknown>();
      points.set(label, own);
      const day = placeText(cellAt(row, x));
      if (own.has(day)) return undefined;
      own.set(day, cellAt(row, y));
    }
  }
  return [...points].map(([label, own], at) => ({
    label,
    days,
    data: dataOf(at, () => days.map((day) => own.get(day) ?? null)),
  }));
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
  const dates = new Set(days.map((day) => dateOf(day)?.slice(0, 10) ?? ''));
  const isOf = (pattern: RegExp) => dates.size > 1 && [...dates].every((date) => pattern.test(date.slice(5)));
  if (isOf(/^01-01$/)) return 'year';
  if (isOf(/^(01|04|07|10)-01$/)) return 'quarter';
  return isOf(/^\d\d-01$/) ? 'month' : 'day';
}
