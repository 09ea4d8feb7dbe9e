// How cells compare: texts without regard to case and accents, numbers as numbers.
import { foldText } from '#text/foldText.ts';

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** What comes before the point of a number without an exponent. */
const wholePart = /^-?\d+(?=$|\.\d+$)/;

/**
 * What a cell is sorted by; numbers come before texts. `007` is a text, because its zeros matter. Integers with the same
 * double, such as long IDs, are told apart by `sortRest`.
 */
export function sortKey(text: string): number | string {
  const code = text.charCodeAt(0);
  const canBeNumber = (code >= 0x30 && code <= 0x39) || code === 0x2d;
  if (!canBeNumber || !decimal.test(text)) return foldText(text);
  const value = Number(text);
  return Number.isFinite(value) ? value : foldText(text);
}

/**
 * Sorts numbers with the same `sortKey` by the integers before their points, as a text whose length depends on the key
 * alone; empty if a double holds these.
 */
export function sortRest(text: string, key: number | string): string {
  if (typeof key === 'string' || Math.abs(key) <= Number.MAX_SAFE_INTEGER) return '';
  const nearest = BigInt(key);
  const exact = wholePart.exec(text)?.[0];
  // The difference has far fewer digits than the double: added to this, it has one more, and no sign.
  const middle = 5n * 10n ** BigInt(String(nearest).length);
  return String(exact === undefined ? middle : middle + BigInt(exact) - nearest);
}

const time =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A date or time as the service writes it; both sort correctly as texts. */
export function isTime(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && text.length >= 10 && time.test(text);
}
