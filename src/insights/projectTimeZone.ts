// Times of a result. One without a zone is the project's: it is read in the zone that the insight names, else as UTC, and
// never as this machine's time.
import type { Interval } from './chartModel.ts';

const monthsOf: Readonly<Partial<Record<Interval, number>>> = { month: 1, quarter: 3, year: 12 };

const lengthsMs = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
} as const;

/** A day before the last date that there is: zones are at most that far apart. */
const lastClock = 8_640_000_000_000_000 - lengthsMs.day;

const clock = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?))?/;

/** Milliseconds since 1970 by the clock of a text, as if that were UTC; NaN for what is not a date. */
export function clockTime(iso: string): number {
  const [, day = '', time = '00:00'] = clock.exec(iso) ?? [];
  return Date.parse(`${day}T${time}Z`);
}

/** Milliseconds since 1970, of a text without a zone in UTC; NaN for what is not a date. */
export function instantOf(text: string): number {
  return hasZone(text) ? Date.parse(text) : clockTime(text);
}

function hasZone(text: string): boolean {
  return /[T ]/.test(text) && /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
}

/**
 * When the interval ends that begins `places` intervals after a date.
 * @param date in ISO 8601
 * @param timeZone of a date without one
 * @returns milliseconds since 1970; Infinity beyond the dates that there are
 */
export function intervalEnd(date: string, interval: Interval, timeZone: string, places = 0): number {
  const start = clockTime(date);
  const zonesStart = instantIn(timeZone, start);
  const begin = hasZone(date) ? Date.parse(date) : zonesStart;
  const count = places + 1;
  if (interval === 'second' || interval === 'minute' || interval === 'hour')
    return begin + count * lengthsMs[interval];
  const lengthMs = interval === 'week' ? lengthsMs.week : lengthsMs.day;
  const months = monthsOf[interval];
  const end = months === undefined ? start + count * lengthMs : monthsAfter(start, count * months);
  if (!(end < lastClock)) return Infinity;
  // A date of the zone ends by its clock, which may have changed; one of another zone keeps its offset.
  return begin === zonesStart ? instantIn(timeZone, end) : begin + end - start;
}

/** When the clock of a zone shows a time, both in milliseconds since 1970. */
function instantIn(timeZone: string, time: number): number {
  const nearby = time - offsetMs(timeZone, time);
  return time - offsetMs(timeZone, nearby); // the offset may change in the hours between
}

/** The last day of a month that does not have the day. */
function monthsAfter(time: number, months: number): number {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.getUTCDate() === day ? date.getTime() : date.setUTCDate(0);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone is ahead of UTC at an instant. */
function offsetMs(timeZone: string, time: number): number {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * lengthsMs.minute;
}

/** `UTC` for what is no zone. */
export function timeZoneOf(value: unknown): string {
  if (typeof value !== 'string') return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return 'UTC'; // Intl has no other way to say it
  }
}
