// Values that JSON.parse has read, of whatever depth and size. JSON.parse reads thousands of levels, but JSON.stringify and
// other recursive code end in a stack overflow there, so nothing here recurses.
import { exactNumber, longNumberText } from './longNumbers.ts';
import { maxDepth } from './tokenizer.ts';

/** Whether two values of JSON are equal; the order of keys and the spelling of long numbers do not count. */
export function isSameParsed(a: unknown, b: unknown): boolean {
  const waiting: (readonly [unknown, unknown])[] = [[a, b]];
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [one, other] = pair;
    if (Object.is(one, other)) continue;
    const [number, otherNumber] = [longNumberText(one), longNumberText(other)];
    if (number !== undefined && otherNumber !== undefined) {
      if (exactNumber(number) !== exactNumber(otherNumber)) return false;
      continue;
    }
    if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return false;
    const entries = Object.entries(one);
    if (entries.length !== Object.keys(other).length) return false;
    for (const [key, value] of entries) {
      if (!Object.hasOwn(other, key)) return false;
      waiting.push([value, Reflect.get(other, key)]);
    }
  }
  return true;
}

/** The value as JSON text; undefined if it is nested deeper than `maxDepth`. */
export function toJsonText(value: unknown): string | undefined {
  return isTooDeep(value) ? undefined : JSON.stringify(value);
}

/** Whether it is nested deeper than `maxDepth`. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const containers = level.filter(isContainer);
    if (containers.length > 0 && depth >= maxDepth) return true;
    level = containers.flatMap((container) => Object.values(container));
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
