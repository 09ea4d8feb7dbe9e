// Which persons have been written already, in about fourteen bytes a person whatever their ids look like.

const segmentCount = 256;
const wordsPerEntry = 2;
const firstEntries = 32;

/**
 * A set of ids that keeps 71 bits of hash for each: 8 choose the segment, 63 lie in it. Among two million persons a wrong
 * "seen" has a chance of about one in a billion, and would show as one row fewer than the cohort's count.
 */
export class SeenIds {
  #segments: Segment[] = Array.from({ length: segmentCount }, () => ({
    words: new Uint32Array(firstEntries * wordsPerEntry),
    used: 0,
  }));
  size = 0;

  /** False when the very same bytes were added before. */
  add(bytes: Uint8Array, start = 0, end = bytes.length): boolean {
    // Three lanes of multiply and rotate, four bytes at a time, each with its own constants, mixed at the end.
    let a = 0x9e3779b9 ^ (end - start);
    let b = 0x85ebca6b;
    let c = 0xc2b2ae35;
    for (let index = start; index < end; index += 4) {
      const word = wordAt(bytes, index, end);
      a = Math.imul(a ^ word, 0x01000193);
      a ^= a >>> 13;
      b = Math.imul((b << 5) | (b >>> 27), 0x5bd1e995) + word;
      c = Math.imul(c + word, 0xcc9e2d51);
      c = (c << 13) | (c >>> 19);
    }
    a = mix(a ^ b);
    b = mix(b ^ c ^ a);
    c = (mix(c ^ a ^ b) | 1) >>> 0; // 0 marks a free place
    const segment = this.#segments[a >>> 24];
    if (segment === undefined || !insert(segment, b, c)) return false;
    this.size++;
    return true;
  }
}

interface Segment {
  /** Entries of two words; the second is 0 in a free place alone. */
  words: Uint32Array;
  used: number;
}

function insert(segment: Segment, b: number, c: number): boolean {
  if (!place(segment.words, b, c)) return false;
  segment.used++;
  const entries = segment.words.length / wordsPerEntry;
  if (segment.used > entries * 0.7) segment.words = grow(segment.words, Math.ceil(entries * 1.5));
  return true;
}

function place(words: Uint32Array, b: number, c: number): boolean {
  const entries = words.length / wordsPerEntry;
  let at = (b % entries) * wordsPerEntry;
  for (;;) {
    const last = words[at + 1];
    if (last === 0) break;
    if (last === c && words[at] === b) return false;
    at += wordsPerEntry;
    if (at === words.length) at = 0;
  }
  words[at] = b;
  words[at + 1] = c;
  return true;
}

function grow(words: Uint32Array, entries: number): Uint32Array {
  const larger = new Uint32Array(entries * wordsPerEntry);
  for (let at = 0; at < words.length; at += wordsPerEntry) {
    const c = words[at + 1] ?? 0;
    if (c !== 0) place(larger, words[at] ?? 0, c);
  }
  return larger;
}

/** Up to four bytes; what lies behind the end is 0, which the length in the hash tells from a real 0. */
function wordAt(bytes: Uint8Array, index: number, end: number): number {
  let word = bytes[index] ?? 0;
  if (index + 3 < end) {
    return (
      word |
      ((bytes[index + 1] ?? 0) << 8) |
      ((bytes[index + 2] ?? 0) << 16) |
      ((bytes[index + 3] ?? 0) << 24)
    );
  }
  if (index + 1 < end) word |= (bytes[index + 1] ?? 0) << 8;
  if (index + 2 < end) word |= (bytes[index + 2] ?? 0) << 16;
  return word;
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
