// A person's id, cut out of the raw bytes of its JSON.

const quote = 0x22;
const backslash = 0x5c;
const letterI = 0x69;
const letterD = 0x64;

/** Where something stands in a person's bytes: from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** An id to tell persons apart by: its text's bytes, whichever way it was written. */
export interface PersonId extends Range {
  readonly bytes: Uint8Array;
}

/** Undefined for a person without an id, or with an empty one. */
export function readPersonId(person: Uint8Array): PersonId | undefined {
  const id = findPersonId(person);
  if (id === undefined) return undefined;
  const { start, end } = id;
  if (person[start] !== quote) return { bytes: person, start, end };
  if (end - start === 2) return undefined;
  for (let at = start; at < end; at++) if (person[at] === backslash) return unescaped(person, id);
  return { bytes: person, start: start + 1, end: end - 1 };
}

function unescaped(person: Uint8Array, { start, end }: Range): PersonId {
  try {
    const text: unknown = JSON.parse(Buffer.from(person.subarray(start, end)).toString());
    const bytes = Buffer.from(String(text));
    return { bytes, start: 0, end: bytes.length };
  } catch {
    return { bytes: person, start, end }; // a broken escape is taken as it stands
  }
}

/**
 * The value of the outermost `id`, as its bytes stand there (a string with its quotes, or a number); undefined where
 * there is none. Persons show their id early, so little of them is read.
 */
export function findPersonId(person: Uint8Array): Range | undefined {
  let depth = 0;
  for (let index = 0; index < person.length; index++) {
    const byte = person[index];
    if (byte === quote) {
      const end = endOfString(person, index);
      if (depth === 1 && isId(person, index, end)) {
        const value = skipSpace(person, end);
        if (person[value] === 0x3a) return readValue(person, skipSpace(person, value + 1));
      }
      index = end - 1;
    } else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
  }
  return undefined;
}

/** The index after the closing quote. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index + 1;
}

function isId(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 4 && bytes[start + 1] === letterI && bytes[start + 2] === letterD;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let index = from;
  while (index < bytes.length && (bytes[index] ?? 0) <= 0x20) index++;
  return index;
}

/** Strings and numbers are ids; null and anything nested are none. */
function readValue(bytes: Uint8Array, start: number): Range | undefined {
  const first = bytes[start] ?? 0;
  if (first === quote) return { start, end: endOfString(bytes, start) };
  if (first !== 0x2d && (first < 0x30 || first > 0x39)) return undefined;
  let end = start;
  while (end < bytes.length && !/[\s,}]/.test(String.fromCharCode(bytes[end] ?? 0))) end++;
  return { start, end };
}
