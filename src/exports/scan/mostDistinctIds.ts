// Whether a person has as many distinct ids as a service sends at most, so that there may be more of them.
import { closeBracket, colon, comma, openBracket, quote } from './bytes.ts';
import { endOfValue, skipSpace } from './jsonScanner.ts';
import { findMember } from './personMember.ts';

const key = Buffer.from('distinct_ids');
/** Without its first quote: a search stops at each byte like the first one, and a person is full of quotes. */
const keyAndQuote = Buffer.from('distinct_ids"');

/** The most distinct IDs that services send per person. */
const most = 10;

/** A search for the key takes a tenth of the time of a walk to it, which only the few that match need. */
export function hasMostDistinctIds(person: Uint8Array): boolean {
  for (let at = indexOfKey(person, 0); at >= 0; at = indexOfKey(person, at + 1)) {
    const afterKey = skipSpace(person, at + keyAndQuote.length, person.length);
    if (person[at - 1] !== quote || person[afterKey] !== colon) continue;
    const start = skipSpace(person, afterKey + 1, person.length);
    if (hasMaxItems(person, start) && findMember(person, key)?.start === start) return true;
  }
  return false;
}

/** Node's own search, without a Buffer around the bytes, which costs more than the search. */
function indexOfKey(bytes: Uint8Array, from: number): number {
  return Buffer.prototype.indexOf.call(bytes, keyAndQuote, from);
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
