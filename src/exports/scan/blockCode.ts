// How bytes are gone through sixteen at a time, as instructions: what routines that mind quotes have in common. A mask is
// one bit for each of the sixteen, the first byte's in the lowest.
import {
  add,
  and,
  bitsWhere,
  block,
  constant,
  get,
  i32,
  leave,
  leaveIf,
  less,
  loadByte,
  loadBytes,
  loop,
  set,
  shiftLeft,
  shiftRight,
  subtract,
  v128,
  when,
  xor,
} from './wasm.ts';
import type { Code } from './wasm.ts';

export const quote = 0x22;

// Parameters and locals by number; what is inside is inside quotes, 0 for no and -1 for yes. The third parameter is each
// routine's own.
export const at = 0;
export const end = 1;
export const isInsideAtStart = 3;
export const isInside = 4;
export const isEscaped = 5;
export const stop = 6;
export const mask = 7;
export const found = 8;
export const byte = 9;
export const bytes = 10;
/** What a routine of four parameters has besides. */
export const locals = [isInside, isEscaped, stop, mask, found, byte].map(() => i32).concat(v128);

/** From a mask of quotes, the bytes that stand behind an odd number of them, the opening quote included. */
export const maskInside: Code = [
  set(mask, bitsWhere(get(bytes), quote)),
  ...[1, 2, 4, 8].map((by) => set(mask, xor(get(mask), shiftLeft(get(mask), constant(by))))),
  // Where the bytes begin inside quotes, everything is the other way round.
  set(mask, and(xor(get(mask), get(isInside)), constant(0xffff))),
];
export const isInsideAfter: Code = set(isInside, subtract(constant(0), shiftRight(get(mask), constant(15))));
export const outside = (bits: Code): Code => and(bits, xor(get(mask), constant(-1)));
const nextByte: Code = [set(byte, loadByte(get(at))), set(at, add(get(at), constant(1)))];

/** Gives each sixteen bytes to `fast`; those that it leaves, and the last few, go to `slow` byte by byte. */
export const overBlocks = (fast: Code, slow: Code): Code =>
  loop(
    set(stop, add(get(at), constant(16))),
    block(
      block(
        leaveIf(0, less(get(end), get(stop))),
        set(bytes, loadBytes(get(at))),
        fast,
        set(at, get(stop)),
        leave(1),
      ),
      when(less(get(end), get(stop)), [set(stop, get(end))]),
      loop(when(less(get(at), get(stop)), [nextByte, slow, leave(1)])),
    ),
    leaveIf(0, less(get(at), get(end))),
  );

export const toggleInside: Code = set(isInside, xor(get(isInside), constant(-1)));
