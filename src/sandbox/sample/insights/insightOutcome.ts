// insights/ creates the tiles of dashboards: each insight's definition and its result, counted from the
// sample's persons and events. Numbers are invented only for events that the sample does not have.
import type { Random } from '#sandbox/sample/random.ts';
import { timestamp } from '#sandbox/store/database.ts';
import { type Activity, activityUntil } from './activity.ts';
import {
  calendarResult,
  eventRows,
  funnelResult,
  lifecycleResult,
  pathsResult,
  retentionResult,
  sqlResult,
  sqlText,
  stickinessResult,
  trendsResult,
  withinDays,
} from './trends.ts';
import type { InsightPlan, TablePlan, TrendInterval, TrendsPlan } from './insightPlan.ts';

/** `stale`: calculated days ago. `empty`: never calculated. `failed`: the last calculation did not end. */
export type InsightState = 'fresh' | 'stale' | 'empty' | 'failed';

const dayMs = 86_400_000;

/** The insight's definition: `filters` or `query`, half of each where both can express it. */
export function definitionOf(plan: InsightPlan, random: Random): object {
  const filters = random.chance(0.5) ? filtersOf(plan) : undefined;
  return filters === undefined ? { filters: {}, query: queryOf(plan) } : { filters, query: null };
}

/** The members of an insight that are about its last calculation. */
export function insightOutcomeOf(
  plan: InsightPlan,
  state: InsightState,
  activity: Activity,
  random: Random,
): object {
  switch (state) {
    case 'empty':
      return { result: null, last_refresh: null, is_cached: false };
    case 'failed': {
      const reason =
        'Estimated query execution time is too long. Try reducing its scope by changing the time range.';
      const status = { complete: true, error: true, error_message: reason, results: null };
      return { result: null, last_refresh: null, is_cached: false, query_status: status };
    }
    case 'stale':
    case 'fresh': {
      const then = state === 'stale' ? activityUntil(activity, activity.nowMs - 9 * dayMs) : activity;
      const result = resultOf(plan, then, random);
      return { result, last_refresh: timestamp(then.nowMs), is_cached: true };
    }
  }
}

function resultOf(plan: InsightPlan, activity: Activity, random: Random): unknown {
  switch (plan.kind) {
    case 'trends':
      return trendsResult(plan, activity, random);
    case 'funnel':
      return funnelResult(plan, activity, random);
    case 'retention':
      return retentionResult(plan, activity);
    case 'stickiness':
      return stickinessResult(plan, activity);
    case 'lifecycle':
      return lifecycleResult(plan, activity);
    case 'paths':
      return pathsResult(activity);
    case 'table':
      return plan.of === 'sql' ? sqlResult(activity) : eventRows(activity);
    case 'calendar':
      return calendarResult(plan.event, activity);
  }
}

// How an insight is written down: `filters` on older deployments, a `query` on newer ones.
const days: Readonly<Record<TrendInterval, number>> = { hour: 1 / 24, day: 1, week: 7, month: 30 };

/** `-30d`: the first of the shown intervals. */
function dateFrom({ interval = 'day', intervals = 30 }: Pick<TrendsPlan, 'interval' | 'intervals'>): string {
  return interval === 'hour' ? `-${intervals}h` : `-${Math.round(intervals * days[interval])}d`;
}

/** Undefined if the old format cannot express it. */
// oxlint-disable-next-line max-lines-per-function -- a case for each kind of insight
function filtersOf(plan: InsightPlan): object | undefined {
  const events = (names: readonly string[], math = 'total'): object[] =>
    names.map((name, order) => ({ id: name, name, type: 'events', order, math }));
  switch (plan.kind) {
    case 'trends':
      return {
        insight: 'TRENDS',
        events: events(plan.events, plan.math),
        ...(plan.display !== undefined && { display: plan.display }),
        interval: plan.interval ?? 'day',
        date_from: dateFrom(plan),
        ...(plan.by !== undefined && { breakdown: plan.by, breakdown_type: 'person' }),
        ...(plan.compare === true && { compare: true }),
      };
    case 'funnel': {
      const breakdown = plan.by === undefined ? {} : { breakdown: plan.by, breakdown_type: 'person' };
      return {
        insight: 'FUNNELS',
        events: events(plan.steps),
        display: 'FunnelViz',
        date_from: 'all',
        ...breakdown,
      };
    }
    case 'retention': {
      const period = `${plan.interval[0]?.toUpperCase()}${plan.interval.slice(1)}`;
      const entity = { id: plan.event, type: 'events' };
      return {
        insight: 'RETENTION',
        period,
        total_intervals: plan.intervals,
        target_entity: entity,
        returning_entity: entity,
      };
    }
    case 'stickiness':
      return { insight: 'STICKINESS', events: events([plan.event]), interval: 'day', date_from: '-30d' };
    case 'lifecycle': {
      const { interval } = plan;
      return { insight: 'LIFECYCLE', events: events([plan.event]), interval, date_from: dateFrom(plan) };
    }
    case 'paths':
      return {
        insight: 'PATHS',
        display: 'PathsViz',
        include_event_types: ['$pageview'],
        step_limit: 4,
        date_from: 'all',
      };
    case 'table':
    case 'calendar':
      return undefined;
  }
}

function queryOf(plan: InsightPlan): object {
  return plan.kind === 'table' ? tableQuery(plan) : { kind: 'InsightVizNode', source: sourceOf(plan) };
}

function tableQuery(plan: TablePlan): object {
  if (plan.of === 'sql')
    return { kind: 'DataVisualizationNode', source: { kind: 'HogQLQuery', query: sqlText } };
  const select = ['event', 'timestamp', 'page or amount'];
  return { kind: 'DataTableNode', source: { kind: 'EventsQuery', select, limit: 40 } };
}

// oxlint-disable-next-line max-lines-per-function -- a case for each kind of insight
function sourceOf(plan: Exclude<InsightPlan, TablePlan>): object {
  const series = (names: readonly string[], math = 'total'): object[] =>
    names.map((name) => ({ kind: 'EventsNode', event: name, name, math }));
  const breakdown = (by: string | undefined): object =>
    by === undefined ? {} : { breakdownFilter: { breakdown: by, breakdown_type: 'person' } };
  switch (plan.kind) {
    case 'trends':
      return {
        kind: 'TrendsQuery',
        series: series(plan.events, plan.math),
        interval: plan.interval ?? 'day',
        dateRange: { date_from: dateFrom(plan) },
        trendsFilter: plan.display === undefined ? {} : { display: plan.display },
        ...breakdown(plan.by),
        ...(plan.compare === true && { compareFilter: { compare: true } }),
      };
    case 'funnel':
      return {
        kind: 'FunnelsQuery',
        series: series(plan.steps),
        funnelsFilter: {
          funnelVizType: 'steps',
          funnelWindowInterval: withinDays,
          funnelWindowIntervalUnit: 'day',
        },
        ...breakdown(plan.by),
      };
    case 'retention': {
      const entity = { id: plan.event, type: 'events' };
      const period = `${plan.interval[0]?.toUpperCase()}${plan.interval.slice(1)}`;
      const retentionFilter = {
        period,
        totalIntervals: plan.intervals,
        targetEntity: entity,
        returningEntity: entity,
      };
      return { kind: 'RetentionQuery', retentionFilter };
    }
    case 'stickiness':
      return {
        kind: 'StickinessQuery',
        series: series([plan.event]),
        interval: 'day',
        dateRange: { date_from: '-30d' },
      };
    case 'lifecycle': {
      const { interval } = plan;
      return {
        kind: 'LifecycleQuery',
        series: series([plan.event]),
        interval,
        dateRange: { date_from: dateFrom(plan) },
      };
    }
    case 'paths':
      return { kind: 'PathsQuery', pathsFilter: { includeEventTypes: ['$pageview'], stepLimit: 4 } };
    case 'calendar':
      return {
        kind: 'TrendsQuery',
        series: series([plan.event]),
        trendsFilter: { display: 'CalendarHeatmap' },
      };
  }
}
