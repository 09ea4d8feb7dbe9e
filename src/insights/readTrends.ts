// A trend as its display asks: series, or one value of each series.
import type { ChartLimits } from './chartLimits.ts';
import type {
  ChartModel,
  SeriesModel,
  Shown,
  Slice,
  SlicesModel,
  TableColumn,
  TableModel,
} from './chartModel.ts';
import { partMaths } from './areParts.ts';
import { insteadOf, type InsightSettings } from './readInsightSettings.ts';
import { isComparison, comparedName, readSeries } from './readSeries.ts';
import { labelsApart, seriesLabel } from './seriesLabel.ts';
import {
  breakdownText,
  nameCode,
  drawnValueOf,
  fieldsOf,
  firstOf,
  isFields,
  OddNumber,
  OddResult,
  textOf,
} from './resultValues.ts';

const forms: ReadonlyMap<string, SeriesModel['form']> = new Map([
  ['', 'line'],
  ['ActionsLineGraph', 'line'],
  ['ActionsLineGraphCumulative', 'line'],
  ['ActionsAreaGraph', 'area'],
  ['ActionsBar', 'stackedBars'],
  ['ActionsStackedBar', 'stackedBars'],
  ['ActionsUnstackedBar', 'groupedBars'],
]);

const slices: ReadonlyMap<string, SlicesModel['kind']> = new Map([
  ['ActionsBarValue', 'bars'],
  ['ActionsPie', 'pie'],
  ['WorldMap', 'worldMap'],
]);

export function readTrends(
  result: readonly unknown[],
  settings: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const { display } = settings;
  const form = forms.get(display);
  if (form) return readSeries(result, settings, form, computedAt);
  if (!result.every((one) => hasTotal(one, settings)))
    return { ...readPoints(result, settings, computedAt), ...insteadOf(display) };
  if (display === 'BoldNumber') return readNumber(result, settings);
  const kind = slices.get(display);
  if (kind) return readSlices(result, settings, kind);
  return { ...readTotals(result, settings), ...insteadOf(display) };
}

/** How many persons did it on how many days. */
export function readStickiness(
  result: readonly unknown[],
  settings: InsightSettings,
  computedAt: number | undefined,
): ChartModel {
  const form = settings.display === 'ActionsBar' ? 'groupedBars' : forms.get(settings.display);
  if (form) return readSeries(result, settings, form, computedAt);
  return { ...readPoints(result, settings, computedAt), ...insteadOf(settings.display) };
}

/** Without a total of the service, only numbers of events and sums are added up: no averages, unique users or formulas. */
function hasTotal(raw: unknown, { haveSums }: InsightSettings): boolean {
  const { aggregated_value: total, action, data } = fieldsOf(raw);
  const isAlone = Array.isArray(data) && data.length <= 1;
  return (
    (total !== undefined && total !== null) ||
    isAlone ||
    (haveSums && action !== null && partMaths.includes(fieldsOf(action).math))
  );
}

/** The values of each series at each place, for what has no total. */
function readPoints(
  result: readonly unknown[],
  settings: InsightSettings,
  computedAt: number | undefined,
): TableModel {
  const { limits, style } = settings;
  const set = readSeries(result, settings, 'line', computedAt);
  if (set.kind !== 'series') throw new OddResult('no series');
  const { first, shown: columnsShown } = firstOf(set.axis.texts, limits.columns);
  const areCompared = set.series.some(({ isComparison: isOld }) => isOld);
  const rows = set.series.map(({ label, values, cells, isComparison: isOld }) => [
    label,
    ...(areCompared ? [comparedName(isOld)] : []),
    ...first.map((_, place) => cells?.[place] ?? values[place] ?? null),
  ]);
  const columns: readonly TableColumn[] = [
    { meaning: 'series' },
    ...(areCompared ? [{ meaning: 'period' } as const] : []),
    ...first.map((name) => ({ name })),
  ];
  return { kind: 'table', columns, rows, style, shown: set.seriesShown, columnsShown };
}

function sliceOf(raw: unknown, limits: ChartLimits): Slice {
  if (!isFields(raw)) throw new OddResult('no series');
  // The count is the sum of a series: without values, there is nothing to add up.
  const isNothing = raw.aggregated_value === null && Array.isArray(raw.data) && raw.data.length === 0;
  const total = isNothing ? null : (raw.aggregated_value ?? raw.count);
  return {
    label: seriesLabel(raw, limits),
    ...drawnValueOf(total, limits),
    isComparison: isComparison(raw),
  };
}

function slicesOf(result: readonly unknown[], limits: ChartLimits): readonly Slice[] {
  const read = result.map((raw) => sliceOf(raw, limits));
  const labels = labelsApart(
    result.map(fieldsOf),
    read.map(({ label }) => label),
  );
  return requireValues(read.map((slice, index) => ({ ...slice, label: labels[index] ?? '' })));
}

function requireValues(all: readonly Slice[]): readonly Slice[] {
  const areOdd = all.some(({ cell }) => cell !== undefined);
  if (areOdd && all.every(({ value }) => value === null)) throw new OddNumber('no number');
  return all;
}

function readNumber(result: readonly unknown[], settings: InsightSettings): ChartModel {
  const { style, limits } = settings;
  const all = slicesOf(result, limits);
  const [now, ...others] = all.filter((slice) => !slice.isComparison);
  if (!now || others.length > 0) return { ...readTotals(result, settings), ...insteadOf(settings.display) };
  const before = all.find((slice) => slice.isComparison);
  if (now.value === null) {
    if (now.cell !== undefined) throw new OddNumber('no number');
    return { kind: 'empty', reason: 'noData', message: '' };
  }
  const number = {
    kind: 'number',
    label: now.label,
    value: now.value,
    previous: before?.value ?? undefined,
    style,
  } as const;
  const cells = [now.cell, before?.value === null ? (before.cell ?? null) : before?.cell] as const;
  return cells.some((one) => one !== undefined) ? { ...number, cells } : number;
}

function readSlices(
  result: readonly unknown[],
  { style, areParts, limits }: InsightSettings,
  kind: SlicesModel['kind'],
): ChartModel {
  const all =
    kind === 'worldMap'
      ? requireValues(result.map((raw) => countryOf(raw, limits)))
      : slicesOf(result, limits);
  const rank = ({ value }: Slice) => value ?? -Number.MAX_VALUE;
  const sorted = kind === 'worldMap' ? all.toSorted((a, b) => rank(b) - rank(a)) : all;
  const { first, shown } = firstOf(sorted, limits.slices);
  const totalOf = (isPrevious: boolean) =>
    all.reduce((sum, { value, isComparison: isOld }) => sum + (isOld === isPrevious ? (value ?? 0) : 0), 0);
  const haveTotals = areParts && all.every(isPart);
  const totals = haveTotals ? { present: totalOf(false), previous: totalOf(true) } : undefined;
  const drawn = { slices: first, totals, style, shown };
  const insteadOfPie = kind === 'pie' ? noPie(all, shown) : undefined;
  return insteadOfPie ? { kind: 'bars', insteadOfPie, ...drawn } : { kind, ...drawn };
}

/** Why a pie would be wrong: a share cannot be negative, and an empty total has no shares. */
function noPie(all: readonly Slice[], { shown, total }: Shown): SlicesModel['insteadOfPie'] {
  if (all.some((slice) => slice.isComparison)) return 'compared';
  if (all.some(({ value }) => (value ?? 0) < 0)) return 'negative';
  if (!all.every(isPart)) return 'undrawn';
  if (shown < total) return 'partial';
  return all.every(({ value }) => value === 0) ? 'zero' : undefined;
}

function isPart({ value }: Slice): boolean {
  return value !== null && value >= 0;
}

const unknownCountries: readonly string[] = ['posthog_breakdown_null', 'empty'].map(nameCode);

/** A slice of a map. Its label is the country's code, empty if unknown: the series' name is no country. */
function countryOf(raw: unknown, limits: ChartLimits): Slice {
  const slice = sliceOf(raw, limits);
  if (!isFields(raw) || raw.breakdown_value === undefined) return slice;
  const label = breakdownText(raw.breakdown_value, limits);
  return { ...slice, label: unknownCountries.includes(label) ? '' : label };
}

/** The totals, for a table and for unknown displays: they are true in any case. */
function readTotals(result: readonly unknown[], { style, limits }: InsightSettings): TableModel {
  const rows = slicesOf(result, limits).map(({ label, value, cell }, index) => {
    const raw = result[index];
    const period = isFields(raw) ? textOf(raw.compare_label) : '';
    return [label, ...(period ? [period] : []), cell ?? value];
  });
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) throw new OddResult('rows of different lengths');
  const { first, shown } = firstOf(rows, limits.rows);
  const columns: readonly TableColumn[] =
    width === 3
      ? [{ meaning: 'series' }, { meaning: 'period' }, { meaning: 'total' }]
      : [{ meaning: 'series' }, { meaning: 'total' }];
  return { kind: 'table', columns, rows: first, style, shown, columnsShown: { shown: width, total: width } };
}
