/** 0 to 1, the same again for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Inputs that break a scanner are short. */
const longest = 600;

/** One of the corpus with one to four changes. */
export function mutate(corpus: readonly Buffer[], words: readonly string[], random: () => number): Buffer {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(items: readonly T[], otherwise: T): T => items[below(items.length)] ?? otherwise;
  let input = pick(corpus, Buffer.alloc(0));
  for (let changes = 1 + below(4); changes > 0; changes--) {
    const at = below(input.length + 1);
    const end = Math.min(input.length, at + 1 + below(8));
    const other = pick(corpus, input);
    const from = below(other.length);
    const inserted = [
      Buffer.alloc(0), // what is there is cut out
      Buffer.of(below(256)),
      Buffer.from(pick(words, '')),
      input.subarray(at, end), // twice
      other.subarray(from, from + below(64)),
    ];
    const kind = below(inserted.length);
    const after = kind === 0 || below(2) === 0 ? end : at;
    input = Buffer.concat([input.subarray(0, at), inserted[kind] ?? input, input.subarray(after)]);
  }
  return input.subarray(0, longest);
}
