// Which persons have been written already, in about seven bytes a person whatever their ids look like.

/** Room if the expected number is unknown or small. */
const fewest = 16 * 1024;
/** A count that is wrong, or larger than this, costs another table and nothing else. */
const maxFirstSize = 4_000_000;
const fullShare = 0.85;

/**
 * A set of ids that keeps 48 bits of hash for each, beside the 32 that choose its place. Among two million persons a
 * wrong "seen" has a chance of about one in thirty million, and would show as one row fewer than the cohort's count.
 * Nothing is ever moved: if a table is full, another one follows it, twice as large.
 */
export class SeenIds {
  readonly #tables: Table[] = [];
  #last: Table;
  size = 0;

  /** `expected`: the likely number of ids. */
  constructor(expected = 0) {
    this.#last = createTable(Math.min(Math.max(expected, fewest), maxFirstSize));
  }

  /** False if the very same id was added before. */
  add(id: IdHash): boolean {
    for (const table of this.#tables) if (has(table, id)) return false;
    if (!insert(this.#last, id)) return false;
    this.size++;
    if (this.#last.used >= this.#last.most) {
      this.#tables.push(this.#last);
      this.#last = createTable(2 * this.#last.most);
    }
    return true;
  }
}

/** 80 bits of hash. */
export interface IdHash {
  /** 32 bits, which choose a place. */
  readonly place: number;
  /** 32 bits. */
  readonly word: number;
  /** 16 bits, never 0. */
  readonly half: number;
}

/** The hash of `bytes[start, end)`. */
export function hashId(bytes: Uint8Array, start = 0, end = bytes.length): IdHash {
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
  c = mix(c ^ a ^ b);
  return { place: a, word: b, half: (c % 0xffff) + 1 };
}

/** Place by place 32 bits and 16 bits; the 16 are 0 in a free place alone. */
interface Table {
  readonly words: Uint32Array;
  readonly halves: Uint16Array;
  readonly most: number;
  used: number;
}

/** Memory that nothing was written to yet is not taken from the system. */
function createTable(most: number): Table {
  const places = Math.ceil(most / fullShare);
  return { words: new Uint32Array(places), halves: new Uint16Array(places), most, used: 0 };
}

function has(table: Table, id: IdHash): boolean {
  return table.halves[find(table, id)] === id.half;
}

/** False if it is there already. */
function insert(table: Table, id: IdHash): boolean {
  const place = find(table, id);
  if (table.halves[place] === id.half) return false;
  table.words[place] = id.word;
  table.halves[place] = id.half;
  table.used++;
  return true;
}

/** The ID's place, or the free place that it would take. */
function find({ words, halves }: Table, id: IdHash): number {
  const { length } = halves;
  let place = Math.floor((id.place / 0x1_0000_0000) * length);
  for (;;) {
    const half = halves[place];
    if (half === 0 || (half === id.half && words[place] === id.word)) return place;
    place++;
    if (place === length) place = 0;
  }
}

/** Up to four bytes. Bytes past the end are 0; the length, which is hashed too, distinguishes them from real zeros. */
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
