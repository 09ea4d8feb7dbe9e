// Trends: series of numbers over intervals, or one number for each series.
import type { Random } from '#sandbox/sample/random.ts';
import {
  type Activity,
  dayText,
  intervalAt,
  intervalStarts,
  inventedSeries,
  inventedSteps,
  labelText,
  perPerson,
  type PersonEvent,
} from './activity.ts';
import {
  type FunnelPlan,
  type LifecyclePlan,
  type RetentionPlan,
  type StickinessPlan,
  totalDisplays,
  type TrendsPlan,
} from './insightPlan.ts';

/** More values of a property than that are left out. */
const maxValues = 6;

interface Series {
  readonly event: string;
  /** The property's value; undefined without a breakdown. */
  readonly value: string | undefined;
  readonly data: readonly number[];
}

export function trendsResult(plan: TrendsPlan, activity: Activity, random: Random): readonly object[] {
  const { interval = 'day', intervals = 30, compare = false, display } = plan;
  const isTotal = totalDisplays.has(display);
  const all = intervalStarts(interval, compare ? intervals * 2 : intervals, activity.nowMs);
  // A single number covers the whole time: a person who came on two days counts once.
  const starts = isTotal ? all.filter((_, index) => index % intervals === 0) : all;
  const shown = isTotal ? 1 : intervals;
  const series = plan.events.flatMap((event) =>
    activity.byEvent.has(event)
      ? countedSeries(plan, event, activity, starts)
      : inventedSeries(plan, event, { starts, nowMs: activity.nowMs, times: intervals / shown }, random),
  );
  const texts = (from: number): readonly object[] =>
    series.map((one, order) => seriesText(plan, one, order, starts.slice(from, from + shown), from));
  if (!compare) return texts(0);
  return [
    ...texts(shown).map((one) => ({ ...one, compare: true, compare_label: 'current' })),
    ...texts(0).map((one) => ({ ...one, compare: true, compare_label: 'previous' })),
  ];
}

function countedSeries(
  { math = 'total', by, display }: TrendsPlan,
  event: string,
  { persons, byEvent }: Activity,
  starts: readonly number[],
): readonly Series[] {
  const cells = new Map<string, Cell>();
  if (by === undefined) cells.set('', new Cell(starts.length));
  for (const { person, atMs, amount } of byEvent.get(event) ?? []) {
    const at = intervalAt(starts, atMs);
    if (at < 0) continue;
    const value = by === undefined ? '' : (persons[person]?.get(by) ?? '');
    const cell = cells.get(value) ?? new Cell(starts.length);
    cells.set(value, cell);
    cell.add(at, person, amount);
  }
  return [...cells]
    .map(([value, cell]) => ({ event, value: by === undefined ? undefined : value, data: cell.data(math) }))
    .toSorted((one, other) => sum(other.data) - sum(one.data))
    .slice(0, display === 'WorldMap' ? undefined : maxValues);
}

/** Counts for each interval. */
class Cell {
  readonly #times: number[];
  readonly #persons: number[];
  readonly #amounts: number[];
  #last = '';

  constructor(intervals: number) {
    const zeros = (): number[] => Array.from({ length: intervals }, () => 0);
    [this.#times, this.#persons, this.#amounts] = [zeros(), zeros(), zeros()];
  }

  /** What one person did comes in the order of time. */
  add(at: number, person: number, amount: number): void {
    this.#times[at] = (this.#times[at] ?? 0) + 1;
    this.#amounts[at] = (this.#amounts[at] ?? 0) + amount;
    const visit = `${person} ${at}`;
    if (visit !== this.#last) this.#persons[at] = (this.#persons[at] ?? 0) + 1;
    this.#last = visit;
  }

  data(math: 'total' | 'dau' | 'avg'): readonly number[] {
    if (math === 'total') return this.#times;
    if (math === 'dau') return this.#persons;
    return this.#amounts.map((amount, at) => Math.round((amount * 100) / (this.#times[at] || 1)) / 100);
  }
}

/** `from`: the index of the first one of `starts` in the series' data. */
function seriesText(
  { display, interval = 'day' }: TrendsPlan,
  { event, value, data }: Series,
  order: number,
  starts: readonly number[],
  from: number,
): object {
  const numbers = data.slice(from, from + starts.length);
  const series = {
    action: { id: event, type: 'events', order: value === undefined ? order : 0, name: event },
    label: value ?? event,
    ...(value !== undefined && { breakdown_value: value }),
  };
  if (totalDisplays.has(display))
    return { ...series, count: 0, data: [], labels: [], days: [], aggregated_value: sum(numbers) };
  let running = 0;
  return {
    ...series,
    count: sum(numbers),
    data: display === 'ActionsLineGraphCumulative' ? numbers.map((one) => (running += one)) : numbers,
    labels: starts.map((start) => labelText(interval, start)),
    days: starts.map((start) => dayText(interval, start)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

// Who comes back: retention, stickiness and lifecycle.

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
  const count = data.reduce((total, one) => total + one, 0);
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
      count: data.reduce((total, one) => total + one, 0),
      data,
      days: shown.map((start) => dayText(interval, start)),
      labels: shown.map((start) => labelText(interval, start)),
    };
  });
}

// Funnels: how many persons took the steps in their order, all within half a year of the first one.
export const withinDays = 180;
const withinMs = withinDays * 86_400_000;

interface Step {
  readonly count: number;
  /** From the step before, on average; null for the first step and where nobody got there. */
  readonly seconds: number | null;
}

interface Try {
  readonly person: number;
  /** When the steps were taken. */
  readonly times: readonly number[];
}

/** A list of steps, or one for each value where the plan breaks them down. */
export function funnelResult(plan: FunnelPlan, activity: Activity, random: Random): readonly unknown[] {
  if (!plan.steps.every((event) => activity.byEvent.has(event)))
    return stepsText(plan, inventedSteps(plan, random));
  const tries = [...perPerson(activity.personEvents)].map(([person, personEvents]) => ({
    person,
    times: timesOf(plan.steps, personEvents),
  }));
  const { by } = plan;
  if (by === undefined) return stepsText(plan, countSteps(plan, tries));
  const groups = Map.groupBy(tries, ({ person }) => activity.persons[person]?.get(by) ?? '');
  return [...groups]
    .map(([value, some]) => ({ value, steps: countSteps(plan, some) }))
    .toSorted((one, other) => (other.steps[0]?.count ?? 0) - (one.steps[0]?.count ?? 0))
    .slice(0, 5)
    .map(({ value, steps }) => stepsText(plan, steps, value));
}

function countSteps({ steps }: FunnelPlan, tries: readonly Try[]): readonly Step[] {
  const counts = steps.map(() => ({ count: 0, ms: 0 }));
  for (const { times } of tries) {
    times.forEach((atMs, index) => {
      const step = counts[index];
      if (!step) return;
      step.count += 1;
      step.ms += atMs - (times[index - 1] ?? atMs);
    });
  }
  return counts.map(({ count, ms }, index) => ({
    count,
    seconds: index === 0 || count === 0 ? null : Math.round(ms / count / 1000),
  }));
}

/** When a person took the steps, as many as were taken at the best of all tries. */
function timesOf(steps: readonly string[], personEvents: readonly PersonEvent[]): readonly number[] {
  let best: readonly number[] = [];
  personEvents.forEach(({ event, atMs: startMs }, from) => {
    if (event !== steps[0] || best.length === steps.length) return;
    const times = [startMs];
    for (const later of personEvents.slice(from + 1)) {
      if (later.atMs > startMs + withinMs) break;
      if (later.event === steps[times.length]) times.push(later.atMs);
    }
    if (times.length > best.length) best = times;
  });
  return best;
}

function stepsText({ steps }: FunnelPlan, counted: readonly Step[], value?: string): readonly object[] {
  return steps.map((event, order) => ({
    action_id: event,
    type: 'events',
    name: event,
    custom_name: null,
    order,
    count: counted[order]?.count ?? 0,
    average_conversion_time: counted[order]?.seconds ?? null,
    // A list: deployments of today break down by several properties.
    ...(value !== undefined && { breakdown: [value], breakdown_value: [value] }),
  }));
}

// Paths from page to page, tables, and a result of a kind that no client knows.

/** Steps that are shown; the number of a step is part of a page's name, so that no path is a circle. */
const maxSteps = 4;
const sessionMs = 30 * 86_400_000;

export function pathsResult({ byEvent }: Activity): readonly object[] {
  const links = new Map<string, { source: string; target: string; value: number; ms: number }>();
  for (const views of perPerson(byEvent.get('$pageview') ?? []).values()) {
    views.slice(1, maxSteps).forEach((view, index) => {
      const before = views[index];
      if (!before || view.atMs - before.atMs > sessionMs) return;
      const [source, target] = [`${index + 1}_${before.page}`, `${index + 2}_${view.page}`];
      const link = links.get(`${source}\n${target}`) ?? { source, target, value: 0, ms: 0 };
      links.set(`${source}\n${target}`, link);
      link.value += 1;
      link.ms += view.atMs - before.atMs;
    });
  }
  return [...links.values()]
    .toSorted((one, other) => other.value - one.value)
    .map(({ ms, ...link }) => ({ ...link, average_conversion_time: Math.round(ms / link.value) }));
}

export const sqlText = `SELECT person.properties.plan AS plan, count(DISTINCT person_id) AS persons,
  count() AS orders, round(avg(properties.amount), 2) AS "average, €", max(timestamp) AS last
FROM events WHERE event = 'order placed' GROUP BY plan ORDER BY orders DESC`;

/** What `sqlText` asks. */
export function sqlResult({ persons, byEvent }: Activity): object {
  const orders = byEvent.get('order placed') ?? [];
  const results = [...Map.groupBy(orders, ({ person }) => persons[person]?.get('plan') ?? '')]
    .map(([plan, some]) => {
      const amount = some.reduce((total, one) => total + one.amount, 0);
      const lastMs = some.reduce((last, { atMs }) => Math.max(last, atMs), 0);
      const average = Math.round((amount / some.length) * 100) / 100;
      return [plan, perPerson(some).size, some.length, average, new Date(lastMs).toISOString()] as const;
    })
    .toSorted((one, other) => other[2] - one[2]);
  return { columns: ['plan', 'persons', 'orders', 'average, €', 'last'], results };
}

/** The latest events as plain rows: event, time, page or amount. */
export function eventRows({ personEvents }: Activity): readonly (readonly unknown[])[] {
  return personEvents
    .toSorted((one, other) => other.atMs - one.atMs)
    .slice(0, 40)
    .map(({ event, atMs, page, amount }) => [event, new Date(atMs).toISOString(), page || amount || null]);
}

/** For each weekday and hour how often it happened in four weeks. */
export function calendarResult(event: string, { byEvent, nowMs }: Activity): object {
  const fromMs = intervalStarts('day', 28, nowMs)[0] ?? nowMs;
  const recent = (byEvent.get(event) ?? [])
    .map(({ atMs }) => new Date(atMs))
    .filter((at) => Number(at) >= fromMs);
  const cells = Map.groupBy(recent, (at) => at.getUTCDay() * 24 + at.getUTCHours());
  const data = [...cells].map(([cell, all]) => ({
    row: Math.floor(cell / 24),
    column: cell % 24,
    value: all.length,
  }));
  return { data, allAggregations: recent.length };
}
