// How rows of a CSV get empty cells at the same places in each row, as instructions: bytes are copied, and where it is time,
// commas are put in between. Separators are the commas and both bytes of a line's end, outside quotes.
import {
  bytes,
  byte,
  found,
  isInside,
  isInsideAfter,
  isInsideAtStart,
  locals,
  maskInside,
  outside,
  overBlocks,
  quote,
  toggleInside,
} from './blockCode.ts';
import {
  add,
  bitsWhere,
  constant,
  countOnes,
  equal,
  get,
  getGlobal,
  i32,
  isZero,
  leave,
  leaveIf,
  less,
  load,
  loop,
  makeModule,
  or,
  set,
  setGlobal,
  storeByte,
  storeBytes,
  subtract,
  when,
} from './wasm.ts';
import type { Code, Routine } from './wasm.ts';

const comma = 0x2c;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;

const out = 2;
/** Separators up to the step's own, which counts. */
const left = 11;
const step = 12;
const commas = 13;

/** What the end of the bytes leaves for the next call; `left` and `step` are to be set before the first one. */
export const kept = ['isInside', 'left', 'step'] as const;
const insideKept = 0;
const leftKept = 1;
const stepKept = 2;

/** A step in memory, as i32: separators since the step before, commas before and behind its own, the next step's address. */
export const stepBytes = 16;
const commasBefore = 4;
const commasBehind = 8;
const nextStep = 12;

const separators = or(
  or(bitsWhere(get(bytes), comma), bitsWhere(get(bytes), carriageReturn)),
  bitsWhere(get(bytes), lineFeed),
);

/** Copies a block in which no step is due. */
const fast: Code = [
  maskInside,
  set(found, countOnes(outside(separators))),
  leaveIf(0, isZero(less(get(found), get(left)))),
  isInsideAfter,
  set(left, subtract(get(left), get(found))),
  storeBytes(get(out), get(bytes)),
  set(out, add(get(out), constant(16))),
];

const put = (value: Code): Code => [storeByte(get(out), value), set(out, add(get(out), constant(1)))];
const putCommas = (offset: number): Code => [
  set(commas, load(get(step), offset)),
  loop(when(get(commas), [put(constant(comma)), set(commas, subtract(get(commas), constant(1))), leave(1)])),
];
const isSeparator = or(
  or(equal(get(byte), constant(comma)), equal(get(byte), constant(carriageReturn))),
  equal(get(byte), constant(lineFeed)),
);

const slow: Code = [
  when(equal(get(byte), constant(quote)), [toggleInside]),
  set(found, constant(0)),
  when(isZero(get(isInside)), [
    when(isSeparator, [set(left, subtract(get(left), constant(1))), set(found, isZero(get(left)))]),
  ]),
  when(
    get(found),
    [
      putCommas(commasBefore),
      put(get(byte)),
      putCommas(commasBehind),
      set(step, load(get(step), nextStep)),
      set(left, load(get(step), 0)),
    ],
    [put(get(byte))],
  ),
];

/** `(at, end, out, isInside)`: writes the bytes from the address `out` on, and gives the address after the last one. */
const widen: Routine = {
  name: 'widen',
  parameters: 4,
  locals: [...locals, i32, i32, i32],
  body: [
    set(isInside, get(isInsideAtStart)),
    set(left, getGlobal(leftKept)),
    set(step, getGlobal(stepKept)),
    overBlocks(fast, slow),
    setGlobal(insideKept, get(isInside)),
    setGlobal(leftKept, get(left)),
    setGlobal(stepKept, get(step)),
    get(out),
  ],
};

/** A module of its own memory, of so many pages of 64 KiB. */
export function makeWideningCode(pages: number): Uint8Array<ArrayBuffer> {
  return makeModule(pages, kept, [widen]);
}
