// Numbers that a double does not hold, such as ids above 2^53: they keep the text that the service sent.
import { exactNumber } from './exactNumber.ts';

/** Whether JSON.parse may change a number of a text; some are in strings. Takes far less time than parseKeepingLong. */
export function mayHaveLongNumber(text: string): boolean {
  for (const [number] of text.matchAll(candidates)) if (isLongNumber(number)) return true;
  return false;
}

/**
 * A double holds every number of 15 digits without an exponent. What stands before and after a number of JSON leaves out
 * the digits of UUIDs and hashes, such as 7e21.
 */
const candidates = /(?<![^\s[,:])-?(?:\d(?:\.?\d){15,}|[\d.]+(?=[eE]))(?:[eE][+-]?\d+)?(?![^\s,\]}])/g;

/** Like JSON.parse, but a number that a double does not hold becomes an object that keeps its digits: see `longNumberText`. */
export function parseKeepingLong(text: string): unknown {
  return JSON.parse(text, keepLong);
}

/** The digits of such an object; undefined for any other value. */
export function longNumberText(value: unknown): string | undefined {
  return typeof value === 'object' && JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** Whether a double has another value than the number in a text; how that is spelled does not count. */
export function isLongNumber(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return true;
  if (text.length <= 15 && !/[eE]-\d{3}/.test(text)) return false; // 1e-400 reads as 0
  const shortest = String(number);
  return text !== shortest && exactNumber(shortest) !== exactNumber(text);
}

function keepLong(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && isLongNumber(source)
    ? JSON.rawJSON(source)
    : value;
}
