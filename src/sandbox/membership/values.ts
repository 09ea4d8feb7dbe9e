// How one value of a property is read: as a text, a number or a moment.
import { textOf } from '#sandbox/jsonText.ts';
import { type TimeUnit, CannotEvaluate, readRelative } from './filters.ts';

/** The number that a text spells; undefined where it spells none. */
export function numberIn(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

const isoMoment = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?\s?(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * The moment, in milliseconds since 1970, that a property means: an ISO date or time (UTC unless it says otherwise),
 * or seconds or milliseconds since 1970. Undefined where it means none.
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

/** The span of time that a filter's date names: a whole day (UTC) or one moment. `endMs` is not part of it. */
export function spanOf(value: unknown, nowMs: number): { readonly startMs: number; readonly endMs: number } {
  if (typeof value === 'string' && /^-\d/.test(value.trim()) && numberIn(value.trim()) === undefined) {
    const { amount, unit } = readRelative(value);
    return day(before(nowMs, amount, unit));
  }
  const ms = typeof value === 'string' || typeof value === 'number' ? momentIn(value) : undefined;
  if (ms === undefined) throw new CannotEvaluate(`${textOf(value)} is no date that this service can read.`);
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? day(ms)
    : { startMs: ms, endMs: ms + 1 };
}

function day(ms: number): { readonly startMs: number; readonly endMs: number } {
  const startMs = Math.floor(ms / dayMs) * dayMs;
  return { startMs, endMs: startMs + dayMs };
}

/** The moment a time before another, by the UTC calendar. */
export function before(ms: number, amount: number, unit: TimeUnit): number {
  const date = new Date(ms);
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
      return date.setUTCMonth(date.getUTCMonth() - amount);
    case 'year':
      return date.setUTCFullYear(date.getUTCFullYear() - amount);
  }
}
