// Numbers that a double does not hold, such as ids above 2^53: they keep the text that the service sent.
import { exactNumber } from './exactNumber.ts';

declare global {
  /** What the language's types do not have yet: the text of a value, and a number that keeps its text. */
  interface JSON {
    parse(
      text: string,
      revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** Whether a text has digits or exponents that JSON.parse may change; some of the others are in strings. */
export function mayHaveLongNumber(text: string): boolean {
  return /(?<![\d.])\d{16}|\.\d{18}|\d[eE]\+?\d\d/.test(text);
}

/** As JSON.parse; a number that a double does not hold is an object, which `longNumberText` and JSON.stringify read. */
export function parseKeepingLong(text: string): unknown {
  return JSON.parse(text, keepLong);
}

/** As it was written; undefined for any other value. */
export function longNumberText(value: unknown): string | undefined {
  return typeof value === 'object' && JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** Whether a double has another value than the number in a text; how that is spelled does not count. */
export function isLongNumber(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return true;
  return text.length > 17 && exactNumber(String(number)) !== exactNumber(text);
}

function keepLong(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && source !== undefined && isLongNumber(source)
    ? JSON.rawJSON(source)
    : value;
}
