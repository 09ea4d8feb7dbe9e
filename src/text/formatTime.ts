// Times, dates and how long ago they were, in the display language.
import { inDisplayLanguage } from './displayLanguage.ts';
import { displayText } from './displayText.ts';

const clocks = inDisplayLanguage((language) => new Intl.DateTimeFormat(language, { timeStyle: 'short' }));
const exactClocks = inDisplayLanguage(
  (language) => new Intl.DateTimeFormat(language, { timeStyle: 'medium' }),
);
const dateTimes = inDisplayLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);
const exactDateTimes = inDisplayLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }),
);
const exactRanges = inDisplayLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }),
);
const distances = inDisplayLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
/** Not `narrow`: that writes “29 m” in German, which is metres. */
const shortDistances = inDisplayLanguage(
  (language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
);

/** `2:03 PM` @param time milliseconds since 1970 */
export function formatClock(time: number): string {
  return format(clocks(), time);
}

/** `2:03:12 PM` @param time milliseconds since 1970 */
export function formatClockWithSeconds(time: number): string {
  return format(exactClocks(), time);
}

/** `Nov 22, 2026, 2:03 PM` @param time milliseconds since 1970 */
export function formatDateTime(time: number): string {
  return format(dateTimes(), time);
}

/** `Nov 22, 2026, 2:03:12 PM` @param time milliseconds since 1970 */
export function formatDateTimeWithSeconds(time: number): string {
  return format(exactDateTimes(), time);
}

/** `?` for a time beyond all calendars, such as one in a damaged file. */
function format(dates: Intl.DateTimeFormat, time: number): string {
  return Number.isNaN(new Date(time).getTime()) ? '?' : dates.format(time);
}

/** Hours and minutes; with the date on any other day. */
export function formatMoment(time: Date): string {
  const isToday = time.toDateString() === new Date().toDateString();
  return isToday ? formatClock(time.getTime()) : formatDateTime(time.getTime());
}

/** `11/22/26, 2:03:12 PM – 2:05:40 PM` @param from milliseconds since 1970, as `to` */
export function formatTimeRange(from: number, to: number): string {
  return exactRanges().formatRange(from, to);
}

/** `Nov 22, 2026, 2:03 PM` for an ISO 8601 text of the service; what is not a date stays, safe to show. */
export function formatIsoDate(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? displayText(iso) : formatDateTime(time);
}

const units = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days ago`, `now` @param time and `now` in milliseconds since 1970 */
export function formatAgo(time: number, now: number): string {
  return formatDistance(distances(), now - time);
}

/** `29 min. ago`, if there is little room */
export function formatAgoShort(time: number, now: number): string {
  return formatDistance(shortDistances(), now - time);
}

function formatDistance(relative: Intl.RelativeTimeFormat, ms: number): string {
  const elapsed = Math.max(0, ms);
  for (const [unit, length] of units)
    if (elapsed >= length) return relative.format(-Math.floor(elapsed / length), unit);
  return relative.format(0, 'second');
}
