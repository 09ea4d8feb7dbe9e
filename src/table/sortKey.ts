// How cells compare: texts without regard to case and accents, numbers as numbers.
import { foldText } from '#text/foldText.ts';

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const integer = /^-?\d+$/;
/** Longer integers are texts: `sortRest` of them would not fit into SQLite's 64 bits. */
const maxIntegerLength = 34;

/**
 * What a cell is sorted by; numbers come before texts. `007` is a text, because its zeros matter. Integers keep all their
 * digits as far as SQLite's 64 bits have room for them; `sortRest` has what is missing of others.
 */
export function sortKey(text: string): number | bigint | string {
  const code = text.charCodeAt(0);
  const canBeNumber = text.length <= 40 && ((code >= 0x30 && code <= 0x39) || code === 0x2d);
  if (!canBeNumber || !decimal.test(text)) return foldText(text);
  const value = Number(text);
  if (!Number.isFinite(value)) return foldText(text);
  if (Number.isSafeInteger(value) || !integer.test(text)) return value;
  if (text.length > maxIntegerLength) return foldText(text);
  const exact = BigInt(text);
  return BigInt.asIntN(64, exact) === exact ? exact : value;
}

/** How much larger an integer is than its `sortKey`, the nearest double; 0 for nearly all cells. */
export function sortRest(text: string, key: number | bigint | string): bigint {
  if (typeof key !== 'number' || Number.isSafeInteger(key) || !integer.test(text)) return 0n;
  return BigInt(text) - BigInt(key);
}

const time =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/;

/** A date or time as the service writes it; both sort correctly as texts. */
export function isTime(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0x30 && code <= 0x39 && text.length >= 10 && time.test(text);
}
