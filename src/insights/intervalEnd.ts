import type { Interval } from './chartModel.ts';

const lengthsMs: Readonly<Record<Exclude<Interval, 'month'>, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
};

/**
 * When the interval ends that begins `places` intervals after a date.
 * @param date in ISO 8601
 * @returns milliseconds since 1970
 */
export function intervalEnd(date: string, interval: Interval, places = 0): number {
  const start = Date.parse(date);
  if (interval !== 'month') return start + (places + 1) * lengthsMs[interval];
  const day = new Date(date.slice(0, 10)); // months are those of the service's time zone, not of this machine's
  const sinceDayMs = start - day.getTime();
  day.setUTCMonth(day.getUTCMonth() + places + 1);
  return day.getTime() + sinceDayMs;
}
