// Who comes back: retention, stickiness and lifecycle.
import { type Activity, perPerson } from './activity.ts';
import type { LifecyclePlan, RetentionPlan, StickinessPlan } from './insightPlan.ts';
import { dayText, intervalAt, intervalStarts, labelText } from './intervals.ts';

/**
 * For each person with the event: the intervals in which they did it, in order; `before`: whether they did it
 * earlier.
 */
function presence(
  { byEvent }: Activity,
  event: string,
  starts: readonly number[],
): readonly { readonly intervals: readonly number[]; readonly before: boolean }[] {
  return [...perPerson(byEvent.get(event) ?? []).values()].map((personEvents) => {
    const at = personEvents.map(({ atMs }) => intervalAt(starts, atMs));
    return { intervals: [...new Set(at)].filter((one) => one >= 0), before: at.includes(-1) };
  });
}

/** A row for each interval; its values are about the interval itself and those after it. */
export function retentionResult(plan: RetentionPlan, activity: Activity): readonly object[] {
  const starts = intervalStarts(plan.interval, plan.intervals, activity.nowMs);
  const counts = starts.map((_, index) => starts.slice(index).map(() => 0));
  for (const { intervals } of presence(activity, plan.event, starts)) {
    const [first] = intervals;
    if (first === undefined) continue;
    for (const at of intervals) {
      const row = counts[first];
      if (row) row[at - first] = (row[at - first] ?? 0) + 1;
    }
  }
  const unit = `${plan.interval[0]?.toUpperCase()}${plan.interval.slice(1)}`;
  return starts.map((start, index) => ({
    date: new Date(start).toISOString().replace('.000', ''),
    label: `${unit} ${index}`,
    values: (counts[index] ?? []).map((count) => ({ count })),
  }));
}

/** Counts on how many of the last 30 days persons did it: the `days` are numbers. */
export function stickinessResult({ event }: StickinessPlan, activity: Activity): readonly object[] {
  const days = intervalStarts('day', 30, activity.nowMs);
  const shown = [1, 2, 3, 4, 5, 6, 7];
  const data = shown.map(() => 0);
  for (const { intervals } of presence(activity, event, days)) {
    const index = intervals.length - 1;
    if (index in data) data[index] = (data[index] ?? 0) + 1;
  }
  const count = data.reduce((sum, one) => sum + one, 0);
  const labels = shown.map((day) => (day === 1 ? '1 day' : `${day} days`));
  return [
    {
      action: { id: event, type: 'events', order: 0, name: event },
      label: event,
      count,
      data,
      days: shown,
      labels,
    },
  ];
}

const statuses = ['new', 'returning', 'resurrecting', 'dormant'] as const;

export function lifecycleResult(plan: LifecyclePlan, activity: Activity): readonly object[] {
  const { event, interval } = plan;
  // One more than is shown, to know who was there before.
  const starts = intervalStarts(interval, plan.intervals + 1, activity.nowMs);
  const counts = new Map(statuses.map((status) => [status, starts.map(() => 0)]));
  const add = (status: (typeof statuses)[number], at: number, number: 1 | -1): void => {
    const data = counts.get(status);
    if (data && at in data) data[at] = (data[at] ?? 0) + number;
  };
  for (const { intervals, before } of presence(activity, event, starts)) {
    intervals.forEach((at, index) => {
      const last = intervals[index - 1];
      if (last === undefined && !before) add('new', at, 1);
      else add(last === at - 1 ? 'returning' : 'resurrecting', at, 1);
      if (!intervals.includes(at + 1)) add('dormant', at + 1, -1);
    });
  }
  const shown = starts.slice(1);
  return statuses.map((status) => {
    const data = counts.get(status)?.slice(1) ?? [];
    return {
      action: { id: event, type: 'events', order: 0, name: event },
      label: `${event} - ${status}`,
      status,
      count: data.reduce((sum, one) => sum + one, 0),
      data,
      days: shown.map((start) => dayText(interval, start)),
      labels: shown.map((start) => labelText(interval, start)),
    };
  });
}
