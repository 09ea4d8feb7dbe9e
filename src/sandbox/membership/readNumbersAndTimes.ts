// Reads a value of a property or a filter: as a number, a time or a time span.
import { asText } from '#sandbox/json/rawJson.ts';
import { CannotEvaluate, type Duration, type TimePoint, type TimeUnit } from './conditionTypes.ts';

/** A whole number, as a number or a text. Throws CannotEvaluate with `problem` for anything else. */
export function readWholeNumber(value: unknown, problem: string): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw new CannotEvaluate(problem);
  return number;
}

/** Undefined if the text is not a number. */
export function numberIn(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * A property as a time in milliseconds since 1970: an ISO date or time (UTC by default), or seconds or milliseconds
 * since 1970. Undefined for any other value.
 */
export function momentIn(value: string | number): number | undefined {
  const number = typeof value === 'number' ? value : numberIn(value);
  if (number !== undefined) {
    if (number < 1e8 || number > 1e14) return undefined;
    return Math.trunc(number < 1e11 ? number * 1000 : number);
  }
  const [, date, time, seconds = ':00', fraction = '', zone = 'Z'] = isoMoment.exec(String(value)) ?? [];
  if (date === undefined) return undefined;
  const ms = Date.parse(`${date}T${time ?? '00:00'}${seconds}${fraction.slice(0, 4)}${withColon(zone)}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function withColon(zone: string): string {
  return zone === 'Z' || zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

const dayMs = 86_400_000;

/** A filter's date as a time span: a whole day (UTC) or one millisecond. `endMs` is exclusive. */
export function spanOf(value: unknown, nowMs: number): { readonly startMs: number; readonly endMs: number } {
  if (typeof value === 'string' && /^-\d/.test(value.trim()) && numberIn(value.trim()) === undefined) {
    const { amount, unit } = readRelative(value);
    return day(before(nowMs, amount, unit));
  }
  const ms = typeof value === 'string' || typeof value === 'number' ? momentIn(value) : undefined;
  if (ms === undefined) throw new CannotEvaluate(`Cannot read the date ${asText(value)}.`);
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? day(ms)
    : { startMs: ms, endMs: ms + 1 };
}

function day(ms: number): { readonly startMs: number; readonly endMs: number } {
  const startMs = Math.floor(ms / dayMs) * dayMs;
  return { startMs, endMs: startMs + dayMs };
}

/** Goes back in time by the UTC calendar. Throws CannotEvaluate where no date is so early. */
export function before(ms: number, amount: number, unit: TimeUnit): number {
  const beforeMs = goBack(ms, amount, unit);
  if (Number.isNaN(new Date(beforeMs).getTime())) throw new CannotEvaluate('The time window is too large.');
  return beforeMs;
}

function goBack(ms: number, amount: number, unit: TimeUnit): number {
  switch (unit) {
    case 'minute':
      return ms - amount * 60_000;
    case 'hour':
      return ms - amount * 3_600_000;
    case 'day':
      return ms - amount * dayMs;
    case 'week':
      return ms - amount * 7 * dayMs;
    case 'month':
      return goBackMonths(ms, amount);
    case 'year':
      return goBackMonths(ms, 12 * amount);
  }
}

/** A month without that day has its last one instead: one month before 31 March is the last of February. */
function goBackMonths(ms: number, amount: number): number {
  const date = new Date(ms);
  const dayOfMonth = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() - amount);
  return date.getUTCDate() === dayOfMonth ? date.getTime() : date.setUTCDate(0);
}

const relativeUnits: Readonly<Record<string, TimeUnit>> = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  y: 'year',
};

/** `-30d`, or a date, of which the first or the last millisecond counts. Throws CannotEvaluate for anything else. */
export function readTimePoint(value: unknown, edge: 'start' | 'end'): TimePoint {
  if (typeof value === 'string' && /^-?\d{1,6}[a-z]$/.test(value.trim())) return readRelative(value);
  const { startMs, endMs } = spanOf(value, 0);
  return { ms: edge === 'start' ? startMs : endMs - 1 };
}

/** The time in milliseconds since 1970. */
export function momentOf(point: TimePoint, nowMs: number): number {
  return 'ms' in point ? point.ms : before(nowMs, point.amount, point.unit);
}

/** Reads `-30d`. Throws CannotEvaluate for anything else. */
function readRelative(text: string): Duration {
  const [, amount, letter = ''] = /^-?(\d{1,6})([hdwmy])$/.exec(text.trim()) ?? [];
  const unit = relativeUnits[letter];
  if (unit === undefined) throw new CannotEvaluate(`Cannot read the time ${text}.`);
  return { amount: Number(amount), unit };
}
