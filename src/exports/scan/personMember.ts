// A member of a person, found in the raw bytes of its JSON.
import { comma, openBrace, quote } from './byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from './jsonScanner.ts';

/** The bytes of a value: `bytes[start, end)`. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The value of the first outermost member with that key; undefined if there is none. `key`: without its quotes and
 * escapes. What is before it is passed over, so a member that persons show early costs little.
 */
export function findMember(person: Uint8Array, key: Uint8Array): ValueRange | undefined {
  const { length } = person;
  if (person[0] !== openBrace) return undefined;
  let at = skipSpace(person, 1, length);
  while (person[at] === quote) {
    const keyEnd = endOfString(person, at, length);
    if (keyEnd < 0) return undefined;
    const start = startOfFieldValue(person, keyEnd, length);
    const end = endOfValue(person, start, length);
    if (end < 0) return undefined;
    if (isKey(person, at + 1, keyEnd - 1, key)) return { start, end };
    at = skipSpace(person, end, length);
    if (person[at] === comma) at = skipSpace(person, at + 1, length);
  }
  return undefined;
}

function isKey(bytes: Uint8Array, start: number, end: number, key: Uint8Array): boolean {
  if (end - start !== key.length) return false;
  for (let index = 0; index < key.length; index++) if (bytes[start + index] !== key[index]) return false;
  return true;
}
