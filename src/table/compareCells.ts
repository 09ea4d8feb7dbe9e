// How cells compare: texts without regard to case and accents, numbers as numbers, times as times.
import { foldText } from '#text/foldText.ts';
import { commaNumber, withPoint } from './commaNumbers.ts';

/** Some databases write .5 for 0.5. */
const decimal = /^(-?)(0|[1-9]\d*|(?=\.))(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/;
/** Digits, and the minus, the comma and the point before them. */
const numberStart = /^[\d,.-]/;

/**
 * What a cell is sorted by; numbers come before texts. `007` is a text, because its zeros matter. Numbers with the same
 * double, such as long IDs, are told apart by `sortRest`; it is infinite for those beyond all doubles.
 * @param hasCommas numbers have decimal commas
 */
export function sortKey(text: string, hasCommas = false): number | string {
  if (!numberStart.test(text) || !(hasCommas ? commaNumber : decimal).test(text))
    return timeKey(text) ?? foldText(text);
  return Number(hasCommas ? withPoint(text) : text);
}

/**
 * Sorts numbers with the same `sortKey` by all of their digits; empty for smaller ones, and the same for the same value. It is
 * the power of ten and the digits from the first that is not zero, for negative numbers the other way round.
 */
export function sortRest(text: string, key: number | string, hasCommas = false): string {
  if (typeof key === 'string' || Math.abs(key) <= Number.MAX_SAFE_INTEGER) return '';
  const plain = hasCommas ? withPoint(text) : text;
  const [, sign, whole = '', fraction = '', exponent = '0'] = decimal.exec(plain) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const power = digits.length - fraction.length + Number(exponent);
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  const order = String(power).padStart(10, '0') + digits.slice(0, end);
  return sign === '-' ? `${order.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))}~` : order;
}

const time =
  /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?:[T ]((?:[01]\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?)?)((?<=:\d\d:\d\d)\.\d+)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/;

/** A date or a time as services write it. */
export function isTime(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && text.length >= 10 && time.test(text);
}

/** A time in UTC, in one form for all, which sorts correctly as a text; undefined for any other text. */
function timeKey(text: string): string | undefined {
  if (!isTime(text)) return undefined;
  const [, day = '', clock, fraction = '', zone = 'Z'] = time.exec(text) ?? [];
  if (clock === undefined) return day;
  const own = `${day} ${clock}${':00:00'.slice(clock.length - 2)}`;
  let end = fraction.length;
  while (fraction.charCodeAt(end - 1) === 0x30) end--;
  return (isUtc.test(zone) ? own : inUtc(own, zone)) + (end > 1 ? fraction.slice(0, end) : '');
}

const isUtc = /^(?:Z|[+-]00:00)$/;

/** A time that is of another year than 0 to 9999 in UTC stays, because only years of four digits sort as texts. */
function inUtc(own: string, zone: string): string {
  const utc = Date.parse(own.replace(' ', 'T') + zone);
  const text = Number.isNaN(utc) ? '' : new Date(utc).toISOString();
  return text.length === isoLength ? text.slice(0, 19).replace('T', ' ') : own;
}

const isoLength = '2026-01-01T00:00:00.000Z'.length;
