// What an insight says of its result, in its old `filters` or its new `query`.
import type { ChartLimits } from './chartLimits.ts';
import type {
  ComparedPeriod,
  Counted,
  Interval,
  NumberStyle,
  RetentionModel,
  TableModel,
  UndrawnSetting,
} from './chartModel.ts';
import { type Fields, fieldsOf, isFields, textOf } from './resultValues.ts';
import { areParts, areSums, hasFormula, isByCohort } from './areParts.ts';
import { timeZoneOf } from './projectTimeZone.ts';
import { appearance, calculated, oldFilters } from './settingNames.ts';
import { type DrawnColumn, plainStyle, readSqlSettings } from './readSqlSettings.ts';
import { SettingsReader } from './settingsReader.ts';

type InsightKind = 'trends' | 'funnel' | 'retention' | 'paths' | 'stickiness' | 'lifecycle' | 'table';

export interface InsightSettings {
  /** Undefined for a kind that is not known. */
  readonly kind: InsightKind | undefined;
  /** Empty if none is set. */
  readonly display: string;
  readonly interval: Interval;
  /** How many intervals each value is of. */
  readonly intervalCount: number;
  /** Undefined for one that is not known. */
  readonly funnelView: 'steps' | 'trends' | 'time_to_convert' | undefined;
  readonly style: NumberStyle;
  /** Whether values of several series are parts of a whole: numbers of events, of first events, and sums. */
  readonly areParts: boolean;
  /** Whether the values of each series can be added up to its total. */
  readonly haveSums: boolean;
  /** Whether a trend may have other values than 0 for intervals to come: of several intervals, or of a formula. */
  readonly hasValuesToCome: boolean;
  readonly counted: Counted;
  /** What a funnel asks for, unchecked. */
  readonly steps: unknown;
  /** Of a property, in place of the numbers of persons in a retention. */
  readonly aggregate: RetentionModel['aggregate'];
  /** How many intervals each column of a retention has after the first; 1 each if there are none. */
  readonly brackets: readonly number[];
  /** The number in the heading of a retention's first column. */
  readonly firstInterval: number;
  /** Which earlier period a result is compared with. */
  readonly comparedTo: ComparedPeriod;
  /** The columns of a query's table to draw, if it is to be drawn. */
  readonly xColumn: string;
  readonly yColumns: readonly DrawnColumn[];
  /** The column whose values are series; empty if there is none. */
  readonly seriesColumn: string;
  /** The time zone of dates that name none. */
  readonly timeZone: string;
  /** How much of the result is read. */
  readonly limits: ChartLimits;
  /** What the picture in the web UI has and this one has not. */
  readonly undrawn: readonly UndrawnSetting[];
}

type OwnSettings = Omit<InsightSettings, 'limits' | 'timeZone' | 'undrawn'>;

const previous: ComparedPeriod = { amount: 1, unit: 'period' };

const defaults: OwnSettings = {
  kind: undefined,
  display: '',
  interval: 'day',
  intervalCount: 1,
  funnelView: 'steps',
  style: plainStyle,
  areParts: false,
  haveSums: true,
  hasValuesToCome: false,
  counted: 'persons',
  steps: [],
  aggregate: undefined,
  brackets: [],
  firstInterval: 0,
  comparedTo: previous,
  xColumn: '',
  yColumns: [],
  seriesColumn: '',
};

/** What a table is drawn instead of. */
export function insteadOf(display: string): Pick<TableModel, 'insteadOf'> {
  return display === '' || display === 'ActionsTable' ? {} : { insteadOf: display };
}

export function readInsightSettings(insight: Fields, limits: ChartLimits): InsightSettings {
  const { query, filters, timezone } = insight;
  const reader = new SettingsReader(isFields(query) ? query : filters);
  const own = isFields(query) ? fromQuery(query, reader, limits) : fromFilters(fieldsOf(filters), reader);
  return { ...defaults, ...own, timeZone: timeZoneOf(timezone), limits, undrawn: reader.finish() };
}

const queryKinds: ReadonlyMap<unknown, InsightKind> = new Map([
  ['TrendsQuery', 'trends'],
  ['FunnelsQuery', 'funnel'],
  ['RetentionQuery', 'retention'],
  ['PathsQuery', 'paths'],
  ['StickinessQuery', 'stickiness'],
  ['LifecycleQuery', 'lifecycle'],
]);

function fromQuery(query: Fields, reader: SettingsReader, limits: ChartLimits): Partial<OwnSettings> {
  if (query.kind === 'DataVisualizationNode') return { kind: 'table', ...readSqlSettings(reader, limits) };
  if (query.kind === 'DataTableNode') {
    reader.skip([...appearance.tableNode, 'kind']);
    return { kind: 'table' };
  }
  if (query.kind === 'HogQLQuery') {
    reader.skip(Object.keys(query)); // rows without a picture
    return { kind: 'table' };
  }
  if (query.kind !== 'InsightVizNode') return fromSource(query, reader);
  reader.skip([...appearance.node, 'kind']);
  const own = fromSource(fieldsOf(query.source), reader.inside('source'));
  // Each display has options of its own, and a query keeps those of displays that it had before.
  const options = reader.inside('vizSpecificOptions');
  options.inside(own.kind === 'retention' ? 'RETENTION' : (own.display ?? ''));
  options.skip(Object.keys(fieldsOf(query.vizSpecificOptions)));
  return own;
}

function fromSource(source: Fields, reader: SettingsReader): Partial<OwnSettings> {
  const kind = queryKinds.get(source.kind);
  if (kind === undefined || kind === 'table') {
    reader.skip(Object.keys(source)); // its result is shown as JSON
    return {};
  }
  reader.skip([...calculated.query, ...appearance.query]);
  const common = {
    kind,
    interval: intervalOf(reader, 'interval'),
    intervalCount: intervalCountOf(reader, 'intervalCount'),
    comparedTo: comparedTo(reader.inside('compareFilter')),
    counted: countedOf(source.aggregation_group_type_index),
  };
  const breakdown = fieldsOf(reader.raw('breakdownFilter'));
  switch (kind) {
    case 'trends':
      return { ...common, ...trendsSettings(source, breakdown, reader) };
    case 'funnel':
      return { ...common, ...funnelSettings(source, reader) };
    case 'retention':
      return { ...common, ...retentionSettings(reader) };
    case 'paths':
      chartFilter(reader, 'pathsFilter', calculated.paths);
      return common;
    case 'stickiness': {
      const filter = chartFilter(reader, 'stickinessFilter', calculated.stickiness);
      return { ...common, display: filter.text('display') };
    }
    case 'lifecycle':
      readLifecycleFilter(chartFilter(reader, 'lifecycleFilter', []), 'toggledLifecycles');
      return common;
  }
}

function trendsSettings(source: Fields, breakdown: Fields, reader: SettingsReader): Partial<OwnSettings> {
  const filter = chartFilter(reader, 'trendsFilter', calculated.trends);
  const style = styleOf(filter, 'aggregationAxis');
  const isFormula = hasFormula(...['formula', 'formulas', 'formulaNodes'].map((key) => filter.raw(key)));
  const areAdded = style.unit === 'plain' && !isByCohort(breakdown);
  filter.expect('yAxisScaleType', 'linear');
  const display = filter.text('display');
  return {
    display,
    style,
    areParts: areAdded && !isFormula && areParts(source.series),
    haveSums: areSums(source.series),
    hasValuesToCome: isFormula || isOfSeveral(display, filter.raw('smoothingIntervals')),
  };
}

/** Whether a line is cumulative, or smoothed over several intervals. */
function isOfSeveral(display: string, smoothing: unknown): boolean {
  return display === 'ActionsLineGraphCumulative' || Number(smoothing) > 1;
}

function funnelSettings(source: Fields, reader: SettingsReader): Partial<OwnSettings> {
  const filter = chartFilter(reader, 'funnelsFilter', calculated.funnels);
  filter.expect('funnelStepReference', 'total');
  const counted = countedOf(source.aggregation_group_type_index, filter.raw('funnelAggregateByHogQL'));
  return { counted, steps: source.series, ...funnelViewOf(filter, 'funnelVizType') };
}

function retentionSettings(reader: SettingsReader): Partial<OwnSettings> {
  const filter = chartFilter(reader, 'retentionFilter', calculated.retention);
  filter.expect('retentionReference', 'total');
  filter.expect('display', 'ActionsLineGraph'); // of the graph beside the table
  filter.expect('dashboardDisplay', 'table_only');
  filter.expect('meanRetentionCalculation', 'none');
  return {
    interval: intervalOf(filter, 'period'),
    aggregate: aggregateOf(filter, 'aggregationType'),
    brackets: bracketsOf(filter, 'retentionCustomBrackets'),
    firstInterval: firstIntervalOf(filter, 'cohortLabelStartIndex'),
  };
}

/** What a kind's own filter has in common with those of others. */
function chartFilter(reader: SettingsReader, key: string, ofData: readonly string[]): SettingsReader {
  const filter = reader.inside(key);
  filter.skip([...ofData, ...appearance.chart]);
  readCustomizations(filter, 'resultCustomizations');
  return filter;
}

/** Colors of series, which are not ours, and whether each is hidden. */
function readCustomizations(filter: SettingsReader, key: string): void {
  const all = filter.raw(key);
  for (const one of Object.values(isFields(all) ? all : {})) {
    const own = new SettingsReader(one);
    own.skip(['assignmentBy', 'assignmentType', 'color']);
    for (const { name } of own.finish()) filter.report(key, name);
  }
}

function readLifecycleFilter(filter: SettingsReader, toggled: string): void {
  filter.expect('stacked', true);
  const shown = filter.raw(toggled);
  if (Array.isArray(shown) && shown.length > 0 && shown.length < 4) filter.report(toggled);
}

const funnelViews = new Map<unknown, 'steps' | 'trends' | 'time_to_convert'>([
  [undefined, 'steps'],
  [null, 'steps'],
  ['', 'steps'],
  ['steps', 'steps'],
  ['trends', 'trends'],
  ['time_to_convert', 'time_to_convert'],
]);

/** One that is not known is the display that a table is shown instead of. */
function funnelViewOf(filter: SettingsReader, key: string): Pick<InsightSettings, 'funnelView' | 'display'> {
  return { funnelView: funnelViews.get(filter.raw(key)), display: filter.text(key) };
}

function countedOf(groupType: unknown, expression?: unknown): Counted {
  if (groupType !== null && groupType !== undefined) return 'groups';
  const text = textOf(expression);
  if (text === '' || text === 'person_id') return 'persons';
  return /\$session_id/.test(text) ? 'sessions' : 'others';
}

const aggregates = new Map<unknown, 'sum' | 'average' | 'count'>([
  ['count', 'count'],
  ['sum', 'sum'],
  ['avg', 'average'],
  ['average', 'average'],
]);

function aggregateOf(filter: SettingsReader, key: string): RetentionModel['aggregate'] {
  const aggregate = filter.choice(key, aggregates);
  return aggregate === 'count' ? undefined : aggregate;
}

function bracketsOf(filter: SettingsReader, key: string): readonly number[] {
  const value = filter.raw(key);
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const lengths = all.filter(isSmallNumber).filter((one) => one > 0);
  if (lengths.length === all.length) return lengths;
  filter.report(key);
  return [];
}

function firstIntervalOf(filter: SettingsReader, key: string): number {
  const value = filter.raw(key) ?? 0;
  if (isSmallNumber(value)) return value;
  filter.report(key);
  return 0;
}

function isSmallNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1000;
}

const units: ReadonlyMap<string, ComparedPeriod['unit']> = new Map([
  ['h', 'hour'],
  ['d', 'day'],
  ['w', 'week'],
  ['m', 'month'],
  ['q', 'quarter'],
  ['y', 'year'],
]);

/** `compare_to` is such as `-1m`; without it, it is the period before of the same length. */
function comparedTo(compare: SettingsReader, isOn = compare.raw('compare')): ComparedPeriod {
  const value = compare.text('compare_to');
  if (value === '' || isOn === false) return previous;
  const [, amount = '', letter = ''] = /^-(\d{1,3})([hdwmqy])$/.exec(value) ?? [];
  const unit = units.get(letter);
  return unit === undefined ? { amount: 1, unit: 'other' } : { amount: Number(amount), unit };
}

const filterKinds: ReadonlyMap<unknown, InsightKind> = new Map([
  ['TRENDS', 'trends'],
  ['FUNNELS', 'funnel'],
  ['RETENTION', 'retention'],
  ['PATHS', 'paths'],
  ['STICKINESS', 'stickiness'],
  ['LIFECYCLE', 'lifecycle'],
]);

/** The old form has the settings of all kinds side by side. */
function fromFilters(filters: Fields, reader: SettingsReader): Partial<OwnSettings> {
  const kind = filterKinds.get(reader.raw('insight') ?? 'TRENDS');
  reader.skip(oldFilters);
  const ofInterval = intervalOf(reader, 'interval');
  const period = intervalOf(reader, 'period');
  const style = styleOf(reader, 'aggregation_axis');
  const breakdown = { breakdown_type: reader.raw('breakdown_type'), breakdowns: filters.breakdowns };
  reader.skip(['breakdown']);
  reader.expect('y_axis_scale_type', 'linear');
  // A person who changes the kind keeps the settings of the kind before.
  if (kind === 'retention') {
    reader.expect('retention_reference', 'total');
    reader.expect('mean_retention_calculation', 'none');
  } else reader.skip(['retention_reference', 'mean_retention_calculation', 'show_mean']);
  if (kind === 'funnel') reader.expect('funnel_step_reference', 'total');
  else reader.skip(['funnel_step_reference', 'funnel_viz_type']);
  if (kind === 'lifecycle') readLifecycleFilter(reader, 'toggledLifecycles');
  else reader.skip(['toggledLifecycles', 'stacked']);
  readCustomizations(reader, 'result_customizations');
  const events = [filters.events ?? [], filters.actions ?? []].flat();
  const areAdded = style.unit === 'plain' && !isByCohort(breakdown);
  const isFormula = hasFormula(reader.raw('formula'));
  const display = reader.text('display');
  return {
    kind,
    display,
    ...(kind === 'funnel' ? funnelViewOf(reader, 'funnel_viz_type') : {}),
    interval: kind === 'retention' ? period : ofInterval,
    intervalCount: intervalCountOf(reader, 'interval_count'),
    style,
    areParts: areAdded && !isFormula && areParts(events),
    haveSums: areSums(events),
    hasValuesToCome: isFormula || isOfSeveral(display, reader.raw('smoothing_intervals')),
    counted: countedOf(reader.raw('aggregation_group_type_index'), reader.raw('funnel_aggregate_by_hogql')),
    aggregate: aggregateOf(reader, 'aggregation_type'),
    brackets: bracketsOf(reader, 'retention_custom_brackets'),
    comparedTo: comparedTo(reader, filters.compare),
  };
}

const intervals: readonly Interval[] = [
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
];

/** Days, unless another interval is named: in small letters, or in capitals for retention. */
function intervalOf(reader: SettingsReader, key: string): Interval {
  const name = reader.text(key).toLowerCase();
  const interval = intervals.find((known) => known === name);
  if (interval === undefined && name !== '') reader.report(key);
  return interval ?? 'day';
}

/** Another number than 1 is reported: places are named by one interval. What is no number of intervals counts as one. */
function intervalCountOf(reader: SettingsReader, key: string): number {
  const count = reader.raw(key);
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count <= 0) return 1;
  reader.expect(key, 1);
  return count;
}

/** A `short` number is the same number with fewer digits. */
const formats = new Map<unknown, NumberStyle['unit']>([
  ['numeric', 'plain'],
  ['short', 'plain'],
  ['percentage', 'percent'],
  ['percentage_scaled', 'share'],
  ['duration', 'seconds'],
  ['duration_ms', 'milliseconds'],
]);

/** @param start of its keys: `aggregationAxis` or `aggregation_axis` */
function styleOf(filter: SettingsReader, start: string): NumberStyle {
  const key = (end: string) => (start.includes('_') ? `${start}_${end.toLowerCase()}` : start + end);
  return {
    unit: filter.choice(key('Format'), formats) ?? 'plain',
    prefix: filter.text(key('Prefix')),
    postfix: filter.text(key('Postfix')),
  };
}
