// The intervals of a chart: hours, days, weeks from Monday, and months, in UTC. The last one is still going on.
import type { TrendInterval } from './insightPlan.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** 1 January 1970 was a Thursday. */
const firstMondayMs = 4 * dayMs;

/** The starts of `number` intervals, oldest first; the last one contains `nowMs`. */
export function intervalStarts(interval: TrendInterval, number: number, nowMs: number): readonly number[] {
  return Array.from({ length: number }, (_, index) => startBefore(interval, number - 1 - index, nowMs));
}

function startBefore(interval: TrendInterval, back: number, nowMs: number): number {
  switch (interval) {
    case 'hour':
      return (Math.floor(nowMs / hourMs) - back) * hourMs;
    case 'day':
      return (Math.floor(nowMs / dayMs) - back) * dayMs;
    case 'week': {
      const weekMs = 7 * dayMs;
      return (Math.floor((nowMs - firstMondayMs) / weekMs) - back) * weekMs + firstMondayMs;
    }
    case 'month': {
      const now = new Date(nowMs);
      return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back);
    }
  }
}

/** The index of the interval that contains the time; -1 before the first one. */
export function intervalAt(starts: readonly number[], atMs: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? Infinity) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** As the service writes it in `days`: `2026-11-22`, for hours with the time. */
export function dayText(interval: TrendInterval, startMs: number): string {
  const text = new Date(startMs).toISOString();
  return interval === 'hour' ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** As the service writes it in `labels`: `22-Nov-2026`, for hours with the time. */
export function labelText(interval: TrendInterval, startMs: number): string {
  const start = new Date(startMs);
  const day = `${start.getUTCDate()}-${months[start.getUTCMonth()]}-${start.getUTCFullYear()}`;
  return interval === 'hour' ? `${day} ${start.toISOString().slice(11, 16)}` : day;
}
