// Random numbers from a seed: the same on every machine.

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** A text in the shape of a version 4 UUID. */
  uuid(): string;
}

/** Each `stream` is an independent sequence, so that more persons do not change the dashboards. */
export function createRandom(seed: number, stream: number): Random {
  const bits = sfc32(seed, stream);
  const next = (): number => bits() / 4_294_967_296;
  const below = (end: number): number => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const one = list[below(list.length)];
      if (one === undefined) throw new RangeError('Cannot pick from an empty list.');
      return one;
    },
    uuid: () => formatUuid(bits(), bits(), bits(), bits()),
  };
}

/** Chris Doty-Humphrey's small fast counting generator, 32 bits. */
function sfc32(seed: number, stream: number): () => number {
  let [a, b, c, counter] = [seed >>> 0, stream >>> 0, 0x9e37_79b9, 1];
  const draw = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round += 1) draw(); // mixes the seed in
  return draw;
}

function formatUuid(a: number, b: number, c: number, d: number): string {
  const hex = (value: number): string => value.toString(16).padStart(8, '0');
  const [one, two, three] = [hex(b), hex(c), hex(d)];
  const variant = '89ab'[(c >>> 28) & 3];
  return `${hex(a)}-${one.slice(0, 4)}-4${one.slice(5)}-${variant}${two.slice(1, 4)}-${two.slice(4)}${three}`;
}
