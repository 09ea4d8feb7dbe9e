// The one scanner of JSON bytes: where values begin and end, without parsing them. Every function takes the index where it
// begins and returns the index after what it passed, both in `bytes[0, end)`. Bytes of UTF-8 letters are above 0x7f, so
// none of them is taken for a quote or bracket.

/** The value continues after `end`. */
export const unfinished = -1;

// Its own, though byteCodes.ts has them: read from another module, they cost these loops a tenth of their time.
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;
const lineFeed = 0x0a;
/** Set in both braces, not set in the brackets that they otherwise equal. */
const braceBit = 0x20;

/** `unfinished`, or `~at` where the value is broken by the line feed at `at`, which no JSON string contains. */
export function endOfValue(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start];
  if (first === quote) return endOfString(bytes, start, end);
  if (first === openBrace || first === openBracket) return endOfNested(bytes, start, end);
  return endOfWord(bytes, start, end);
}

/** Whether the result of `endOfValue` says that the value is broken by a line feed. */
export function isBroken(result: number): boolean {
  return result < unfinished;
}

/** Where the line feed is that breaks the value. */
export function placeOfBreak(result: number): number {
  return ~result;
}

/** Like `endOfValue`, for a string. */
export function endOfString(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > quote && byte !== backslash) continue; // nearly all
    if (byte === quote) return at + 1;
    if (byte === backslash) at++;
    else if (byte === lineFeed) return ~at;
  }
  return unfinished;
}

/** A loop, not a recursion: the depth has no limit. */
function endOfNested(bytes: Uint8Array, start: number, end: number): number {
  let depth = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) {
      const stringEnd = endOfString(bytes, at, end);
      if (stringEnd < 0) return stringEnd;
      at = stringEnd - 1;
    } else if (byte < openBracket) continue;
    else if ((byte | braceBit) === openBrace) depth++;
    else if ((byte | braceBit) === closeBrace && --depth === 0) return at + 1;
  }
  return unfinished;
}

/** Numbers, true, false and null. */
function endOfWord(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= space || byte === comma || byte === closeBrace || byte === closeBracket) return at;
  }
  return unfinished;
}

/** The next byte that is no white space; `end` if there is none. */
export function skipSpace(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && (bytes[at] ?? 0) <= space) at++;
  return at;
}

/** From the end of a field's key to its value, past the colon; `end` where the bytes stop before. */
export function startOfFieldValue(bytes: Uint8Array, keyEnd: number, end: number): number {
  const at = skipSpace(bytes, keyEnd, end);
  return bytes[at] === colon ? skipSpace(bytes, at + 1, end) : at;
}
