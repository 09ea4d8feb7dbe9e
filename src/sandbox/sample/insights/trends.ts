// Trends: series of numbers over intervals, or one number for each series.
import type { Random } from '#sandbox/sample/random.ts';
import type { Activity } from './activity.ts';
import { totalDisplays, type TrendsPlan } from './insightPlan.ts';
import { dayText, intervalAt, intervalStarts, labelText } from './intervals.ts';
import { inventedSeries } from './inventedNumbers.ts';

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
