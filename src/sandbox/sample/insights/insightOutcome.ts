// insights/ creates the tiles of dashboards: each insight's definition and its result, counted from the
// sample's persons and events. Numbers are invented only for events that the sample does not have.
import type { Random } from '#sandbox/sample/random.ts';
import { timestamp } from '#sandbox/store/timestamp.ts';
import { activityUntil } from './activity.ts';
import type { Activity } from './activity.ts';
import { filtersOf, queryOf } from './insightDefinition.ts';
import { funnelResult } from './funnels.ts';
import type { InsightPlan } from './insightPlan.ts';
import { lifecycleResult, retentionResult, stickinessResult } from './retention.ts';
import { calendarResult, eventRows, pathsResult, sqlResult } from './pathsAndTables.ts';
import { trendsResult } from './trends.ts';

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
