// What an insight says of its result, in its old `filters` or its new `query`.
import type { ChartLimits } from './chartLimits.ts';
import type { Counted, Interval, NumberStyle, RetentionModel, TableModel } from './chartModel.ts';
import { type Fields, fieldsOf, isFields, textOf } from './resultValues.ts';
import { timeZoneOf } from './projectTimeZone.ts';

type InsightKind = 'trends' | 'funnel' | 'retention' | 'paths' | 'stickiness' | 'lifecycle' | 'table';

export interface InsightSettings {
  /** Undefined for a kind that is not known. */
  readonly kind: InsightKind | undefined;
  /** Empty if none is set. */
  readonly display: string;
  readonly interval: Interval;
  /** `steps`, `trends` or `time_to_convert`. */
  readonly funnelView: string;
  readonly style: NumberStyle;
  /** Whether values of several series are parts of a whole: numbers of events, of first events, and sums. */
  readonly areParts: boolean;
  readonly counted: Counted;
  /** Of a property, in place of the numbers of persons in a retention. */
  readonly aggregate: RetentionModel['aggregate'];
  /** How many intervals each column of a retention has after the first; 1 each if there are none. */
  readonly brackets: readonly number[];
  /** The columns of a query's table to draw, if it is to be drawn. */
  readonly xColumn: string;
  readonly yColumns: readonly string[];
  /** The time zone of dates that name none. */
  readonly timeZone: string;
  /** How much of the result is read. */
  readonly limits: ChartLimits;
}

type OwnSettings = Omit<InsightSettings, 'limits' | 'timeZone'>;

export const plainStyle: NumberStyle = { unit: 'plain', prefix: '', postfix: '' };

/** What a table is drawn instead of. */
export function insteadOf(display: string): Pick<TableModel, 'insteadOf'> {
  return display === '' || display === 'ActionsTable' ? {} : { insteadOf: display };
}

export function readInsightSettings(insight: Fields, limits: ChartLimits): InsightSettings {
  const { query, filters, timezone } = insight;
  const own = isFields(query) ? fromQuery(query, limits) : fromFilters(fieldsOf(filters));
  return { ...own, timeZone: timeZoneOf(timezone), limits };
}

const queryKinds: ReadonlyMap<unknown, InsightKind> = new Map([
  ['TrendsQuery', 'trends'],
  ['FunnelsQuery', 'funnel'],
  ['RetentionQuery', 'retention'],
  ['PathsQuery', 'paths'],
  ['StickinessQuery', 'stickiness'],
  ['LifecycleQuery', 'lifecycle'],
]);
const tableKinds: readonly unknown[] = ['DataTableNode', 'DataVisualizationNode', 'HogQLQuery'];

function fromQuery(query: Fields, limits: ChartLimits): OwnSettings {
  const source = query.kind === 'InsightVizNode' ? fieldsOf(query.source) : query;
  if (tableKinds.includes(query.kind)) return fromTableQuery(query, limits);
  const trends = fieldsOf(source.trendsFilter);
  const stickiness = fieldsOf(source.stickinessFilter);
  const retention = fieldsOf(source.retentionFilter);
  const style = styleOf(
    trends.aggregationAxisFormat,
    trends.aggregationAxisPrefix,
    trends.aggregationAxisPostfix,
  );
  return {
    kind: queryKinds.get(source.kind),
    display: textOf(trends.display) || textOf(stickiness.display),
    interval: intervalOf(source.kind === 'RetentionQuery' ? retention.period : source.interval),
    funnelView: textOf(fieldsOf(source.funnelsFilter).funnelVizType) || 'steps',
    style,
    areParts:
      style.unit === 'plain' &&
      !isByCohort(fieldsOf(source.breakdownFilter)) &&
      areParts(source.series, trends.formula, trends.formulas, trends.formulaNodes),
    counted: countedOf(
      source.aggregation_group_type_index,
      fieldsOf(source.funnelsFilter).funnelAggregateByHogQL,
    ),
    aggregate: aggregateOf(retention.aggregationType),
    brackets: bracketsOf(retention.retentionCustomBrackets),
    xColumn: '',
    yColumns: [],
  };
}

function countedOf(groupType: unknown, expression: unknown): Counted {
  if (groupType !== null && groupType !== undefined) return 'groups';
  const text = textOf(expression);
  if (text === '' || text === 'person_id') return 'persons';
  return /\$session_id/.test(text) ? 'sessions' : 'others';
}

function aggregateOf(type: unknown): RetentionModel['aggregate'] {
  if (type === 'sum') return 'sum';
  return type === 'avg' || type === 'average' ? 'average' : undefined;
}

function bracketsOf(value: unknown): readonly number[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  const lengths = all.filter(
    (one) => typeof one === 'number' && Number.isInteger(one) && one > 0 && one < 1000,
  );
  return lengths.length === all.length ? all.map(Number) : [];
}

function fromTableQuery(query: Fields, limits: ChartLimits): OwnSettings {
  const chart = fieldsOf(query.chartSettings);
  const yAxis: readonly unknown[] = Array.isArray(chart.yAxis) ? chart.yAxis : [];
  return {
    kind: 'table',
    display: textOf(query.display),
    interval: 'day',
    funnelView: '',
    style: plainStyle,
    areParts: false,
    counted: 'persons',
    aggregate: undefined,
    brackets: [],
    xColumn: textOf(fieldsOf(chart.xAxis).column, limits),
    yColumns: yAxis.map((axis) => textOf(fieldsOf(axis).column, limits)),
  };
}

const filterKinds: ReadonlyMap<unknown, InsightKind> = new Map([
  ['TRENDS', 'trends'],
  ['FUNNELS', 'funnel'],
  ['RETENTION', 'retention'],
  ['PATHS', 'paths'],
  ['STICKINESS', 'stickiness'],
  ['LIFECYCLE', 'lifecycle'],
]);

function fromFilters(filters: Fields): OwnSettings {
  const kind = filterKinds.get(filters.insight ?? 'TRENDS');
  const style = styleOf(
    filters.aggregation_axis_format,
    filters.aggregation_axis_prefix,
    filters.aggregation_axis_postfix,
  );
  return {
    kind,
    display: textOf(filters.display),
    interval: intervalOf(kind === 'retention' ? filters.period : filters.interval),
    funnelView: textOf(filters.funnel_viz_type) || 'steps',
    style,
    areParts:
      style.unit === 'plain' &&
      !isByCohort(filters) &&
      areParts([filters.events ?? [], filters.actions ?? []].flat(), filters.formula),
    counted: countedOf(filters.aggregation_group_type_index, filters.funnel_aggregate_by_hogql),
    aggregate: aggregateOf(filters.aggregation_type),
    brackets: bracketsOf(filters.retention_custom_brackets),
    xColumn: '',
    yColumns: [],
  };
}

/**
 * What of its events a series counts or adds up; without a word, all of them. Unique persons, groups and sessions are not
 * here: one that has several values of a breakdown counts for each.
 */
export const partMaths: readonly unknown[] = [
  undefined,
  null,
  '',
  'total',
  'sum',
  'first_time_for_user',
  'first_matching_event_for_user',
];

function areParts(series: unknown, ...formulas: readonly unknown[]): boolean {
  const hasFormula = formulas.some((formula) =>
    Array.isArray(formula) ? formula.length > 0 : textOf(formula) !== '',
  );
  const all: readonly unknown[] = Array.isArray(series) ? series : [];
  return !hasFormula && all.length > 0 && all.every((one) => partMaths.includes(fieldsOf(one).math));
}

/** An event counts for each cohort of its person, and “all users” includes the events of all cohorts. */
function isByCohort({ breakdown_type: type, breakdowns }: Fields): boolean {
  const several: readonly unknown[] = Array.isArray(breakdowns) ? breakdowns : [];
  return type === 'cohort' || several.some((one) => fieldsOf(one).type === 'cohort');
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
function intervalOf(value: unknown): Interval {
  const name = textOf(value).toLowerCase();
  return intervals.find((known) => known === name) ?? 'day';
}

const units: ReadonlyMap<unknown, NumberStyle['unit']> = new Map([
  ['percentage', 'percent'],
  ['percentage_scaled', 'share'],
  ['duration', 'seconds'],
  ['duration_ms', 'milliseconds'],
]);

function styleOf(format: unknown, prefix: unknown, postfix: unknown): NumberStyle {
  return { unit: units.get(format) ?? 'plain', prefix: textOf(prefix), postfix: textOf(postfix) };
}
