// Whether a person has as many distinct ids as a service sends at most: there may be more of them.
import { closeBracket, colon, comma, openBracket, quote } from './byteCodes.ts';
import { endOfString, endOfValue, skipSpace, startOfFieldValue } from './jsonScanner.ts';

/** Without its last quote: a search from the end stops at each byte like the last one, and a person is full of quotes. */
const quoteAndKey = Buffer.from('"distinct_ids');

/** The most distinct IDs that services send per person. */
const most = 10;

/** Services send the member near the end, so a search from there and a walk to the end take less time than a walk from the start. */
export function hasMostDistinctIds(person: Uint8Array): boolean {
  // It is never at 0, where a person has its brace.
  for (let at = lastIndexOfKey(person, person.length); at > 0; at = lastIndexOfKey(person, at - 1)) {
    const keyEnd = at + quoteAndKey.length;
    const afterKey = skipSpace(person, keyEnd + 1, person.length);
    if (person[keyEnd] !== quote || person[afterKey] !== colon) continue;
    const start = skipSpace(person, afterKey + 1, person.length);
    if (isOutermost(person, start)) return hasMaxItems(person, start);
  }
  return false;
}

/** Node's own search, without a Buffer around the bytes, which costs more than the search. */
function lastIndexOfKey(bytes: Uint8Array, from: number): number {
  return Buffer.prototype.lastIndexOf.call(bytes, quoteAndKey, from);
}

/** Whether the member with this value is the person's own: then the person ends where the members after it end. */
function isOutermost(person: Uint8Array, valueStart: number): boolean {
  const { length } = person;
  let at = skipSpace(person, endOfValue(person, valueStart, length), length);
  while (person[at] === comma) {
    const keyEnd = endOfString(person, skipSpace(person, at + 1, length), length);
    const start = startOfFieldValue(person, keyEnd, length);
    at = skipSpace(person, endOfValue(person, start, length), length);
  }
  return at === length - 1;
}

/** Whether a list begins there that has exactly the most items. */
function hasMaxItems(bytes: Uint8Array, start: number): boolean {
  const { length } = bytes;
  if (bytes[start] !== openBracket) return false;
  let ids = 0;
  let at = skipSpace(bytes, start + 1, length);
  while (at < length && bytes[at] !== closeBracket && ids <= most) {
    const end = endOfValue(bytes, at, length);
    if (end <= at) return false;
    ids++;
    at = skipSpace(bytes, end, length);
    if (bytes[at] === comma) at = skipSpace(bytes, at + 1, length);
  }
  return ids === most;
}
