import { carriageReturn, comma, lineFeed, space } from './byteCodes.ts';

/**
 * Whether a file is text whose letters are bytes, by its start: neither UTF-16, by its mark or its zeros, nor binary. A few control
 * characters are in the properties of persons, and a NUL is one of them if the rest is UTF-8.
 */
export function isText(head: Uint8Array): boolean {
  if (isUtf16(head)) return false;
  const controls = head.reduce((sum, byte) => sum + Number(byte < space && !whiteSpace.has(byte)), 0);
  if (controls > head.length / 4) return false;
  return !head.includes(0) || (isUtf8Start(head) && !hasWideSeparators(head));
}

/** By its mark, or the zero in its first letter: of the name of the first column, which is no person's. */
export function isUtf16([first, second]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return second !== undefined && (first === 0) !== (second === 0);
}

/** Which UTF-16 a file is, by its start; undefined for any other file. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (!isUtf16(head) && !hasWideSeparators(head)) return undefined;
  const zeros = [0, 0];
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Binary files have zeros on both sides.
  if (Math.min(even, odd) > Math.max(even, odd) / 10) return undefined;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

const whiteSpace: ReadonlySet<number> = new Set(Buffer.from('\t\n\f\r'));

/** The last letter may be cut. */
function isUtf8Start(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * UTF-16 without a mark whose letters are not Latin may be valid UTF-8. Its separators have a zero beside them, always on the
 * same side.
 */
function hasWideSeparators(head: Uint8Array): boolean {
  let separators = 0;
  let wide = 0;
  const sides = new Set<number>();
  for (const [at, byte] of head.entries()) {
    if (byte === 0) sides.add(at % 2);
    if (byte !== comma && byte !== lineFeed && byte !== carriageReturn) continue;
    separators++;
    if (head[at - 1] === 0 || head[at + 1] === 0) wide++;
  }
  return sides.size === 1 && wide > separators / 2;
}
