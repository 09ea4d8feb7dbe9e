// Numbers that a double does not hold, such as ids above 2^53: they keep the text that the service sent.

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

/**
 * Like JSON.parse, but a number that a double does not hold becomes an object that keeps its digits: see `longNumberText`.
 * Each is parsed as a string that marks it, because a reviver recurses, and is called for each value of a large response.
 */
export function parseKeepingLong(text: string): unknown {
  const mark = `number ${crypto.randomUUID()} `;
  let marked = '';
  let at = 0;
  for (const { from, to } of longNumbersIn(text)) {
    marked += `${text.slice(at, from)}"${mark}${text.slice(from, to)}"`;
    at = to;
  }
  return at === 0 ? JSON.parse(text) : unmark(JSON.parse(marked + text.slice(at)), mark);
}

/** Those outside of strings, in their order. */
function* longNumbersIn(text: string): Generator<{ readonly from: number; readonly to: number }> {
  let end = 0; // of the last string before a number
  let quote = text.indexOf('"');
  for (const { 0: number, index: from } of text.matchAll(candidates)) {
    if (!isLongNumber(number)) continue;
    while (quote >= 0 && quote < from) {
      end = endOfString(text, quote);
      quote = text.indexOf('"', end);
    }
    if (from >= end) yield { from, to: from + number.length };
  }
}

/** Behind the closing quote. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Without recursion, as in parsedValue.ts. */
function unmark(root: unknown, mark: string): unknown {
  const numberIn = (value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? JSON.rawJSON(value.slice(mark.length)) : undefined;
  const whole = numberIn(root);
  if (whole !== undefined) return whole;
  const waiting: unknown[] = [root];
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    if (typeof container !== 'object' || container === null) continue;
    for (const key of Object.keys(container)) {
      const value: unknown = Reflect.get(container, key);
      const number = numberIn(value);
      if (number !== undefined) Object.defineProperty(container, key, { value: number }); // `__proto__` is data
      else if (typeof value === 'object' && value !== null) waiting.push(value);
    }
  }
  return root;
}

/** The digits of such an object; undefined for any other value. */
export function longNumberText(value: unknown): string | undefined {
  return typeof value === 'object' && JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** A text, a number with all of its digits, or `true` and `false`; undefined for any other value. */
export function plainText(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  return longNumberText(value);
}

/** Whether a double has another value than the number in a text; how that is spelled does not count. */
export function isLongNumber(text: string): boolean {
  const number = Number(text);
  if (Math.abs(number) > Number.MAX_SAFE_INTEGER) return true;
  if (text.length <= 15 && !/[eE]-\d{3}/.test(text)) return false; // 1e-400 reads as 0
  const shortest = String(number);
  return text !== shortest && exactNumber(shortest) !== exactNumber(text);
}

// A number as its text says it, without the losses of a double.

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
export function exactNumber(raw: string): string {
  if (/^-?[1-9]\d{0,15}$/.test(raw) && !raw.endsWith('0')) return `${raw}e0`; // nearly all of them
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberParts.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  // BigInt, because an exponent may have any number of digits.
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

const numberParts = /^\+?(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/;
