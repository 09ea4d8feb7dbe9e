// How the ends of persons and rows are found, as instructions.
import {
  at,
  byte,
  bytes,
  found,
  isEscaped,
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
  and,
  bitsWhere,
  constant,
  countOnes,
  equal,
  get,
  give,
  isZero,
  leave,
  leaveIf,
  loadByte,
  loop,
  makeModule,
  or,
  orBytes,
  set,
  setGlobal,
  shiftLeft,
  store,
  subtract,
  trailingZeros,
  when,
} from './wasm.ts';
import type { Code, Routine } from './wasm.ts';

const backslash = 0x5c;
const comma = 0x2c;
const lineFeed = 0x0a;
/** With this bit set, both brackets that open are `{`, and both that close are `}`. */
const curlyBit = 0x20;
const brace = 0x7b;
const closingBrace = 0x7d;
/** The bit in which `}` differs from `{`. */
const closingBit = 0x04;

// Parameters of one routine or another.
const depth = 2;
const target = 3;
const cells = 2;
const places = 2;

/** What the end of the bytes leaves for the next call, in this order. */
export const kept = ['depth', 'isInside', 'isEscaped', 'cells'] as const;
const depthKept = 0;
const insideKept = 1;
const escapedKept = 2;
const cellsKept = 3;

const raise: Code = set(depth, add(get(depth), constant(1)));
const lower: Code = set(depth, subtract(get(depth), constant(1)));
const keepText = (inside: Code, escaped: Code): Code => [
  setGlobal(insideKept, inside),
  setGlobal(escapedKept, escaped),
];

/** Brackets of a block without backslashes. */
const fastNested: Code = [
  // An escape, here or just before, is for the slow way.
  leaveIf(0, or(get(isEscaped), bitsWhere(get(bytes), backslash))),
  maskInside,
  isInsideAfter,
  set(bytes, orBytes(get(bytes), curlyBit)),
  set(found, outside(or(bitsWhere(get(bytes), brace), bitsWhere(get(bytes), closingBrace)))),
  loop(
    when(get(found), [
      set(byte, add(get(at), trailingZeros(get(found)))),
      when(
        and(loadByte(get(byte)), constant(closingBit)),
        [
          lower,
          when(equal(get(depth), get(target)), [
            keepText(constant(0), constant(0)),
            give(add(get(byte), constant(1))),
          ]),
        ],
        [raise],
      ),
      set(found, and(get(found), subtract(get(found), constant(1)))),
      leave(1),
    ]),
  ),
];

const slowNested: Code = when(
  get(isEscaped),
  [set(isEscaped, constant(0))],
  [
    when(equal(get(byte), constant(quote)), [toggleInside]),
    when(
      get(isInside),
      [when(equal(get(byte), constant(backslash)), [set(isEscaped, constant(1))])],
      [
        set(byte, or(get(byte), constant(curlyBit))),
        when(equal(get(byte), constant(brace)), [raise]),
        when(equal(get(byte), constant(closingBrace)), [
          lower,
          when(equal(get(depth), get(target)), [keepText(constant(0), constant(0)), give(get(at))]),
        ]),
      ],
    ),
  ],
);

/**
 * `(at, end, depth, target)`: the index after the bracket that closes down to the depth `target`; -1 where there is none
 * before `end`. Begins outside quotes.
 */
const nested: Routine = {
  name: 'nested',
  parameters: 4,
  locals,
  body: [
    overBlocks(fastNested, slowNested),
    setGlobal(depthKept, get(depth)),
    keepText(get(isInside), get(isEscaped)),
    constant(-1),
  ],
};

const countCells = (commas: Code): Code => set(cells, add(get(cells), countOnes(commas)));

const fastLine: Code = [
  maskInside,
  set(found, outside(bitsWhere(get(bytes), lineFeed))),
  set(byte, outside(bitsWhere(get(bytes), comma))),
  when(get(found), [
    set(found, trailingZeros(get(found))),
    countCells(and(get(byte), subtract(shiftLeft(constant(1), get(found)), constant(1)))),
    setGlobal(cellsKept, get(cells)),
    setGlobal(insideKept, constant(0)),
    give(add(get(at), get(found))),
  ]),
  countCells(get(byte)),
  isInsideAfter,
];

const slowLine: Code = [
  when(equal(get(byte), constant(quote)), [toggleInside]),
  when(isZero(get(isInside)), [
    when(equal(get(byte), constant(comma)), [set(cells, add(get(cells), constant(1)))]),
    when(equal(get(byte), constant(lineFeed)), [
      setGlobal(cellsKept, get(cells)),
      setGlobal(insideKept, constant(0)),
      give(subtract(get(at), constant(1))),
    ]),
  ]),
];

/**
 * `(at, end, cells, isInside)`: the index of the next line feed outside quotes; -1 where there is none before `end`.
 * Adds the commas outside quotes to `cells`.
 */
const line: Routine = {
  name: 'line',
  parameters: 4,
  locals,
  body: [
    set(isInside, get(isInsideAtStart)),
    overBlocks(fastLine, slowLine),
    setGlobal(cellsKept, get(cells)),
    setGlobal(insideKept, get(isInside)),
    constant(-1),
  ],
};

const keepPlace = (place: Code): Code => [
  store(get(places), place),
  set(places, add(get(places), constant(4))),
];

const fastSeparators: Code = [
  maskInside,
  set(found, outside(or(bitsWhere(get(bytes), comma), bitsWhere(get(bytes), lineFeed)))),
  isInsideAfter,
  loop(
    when(get(found), [
      keepPlace(add(get(at), trailingZeros(get(found)))),
      set(found, and(get(found), subtract(get(found), constant(1)))),
      leave(1),
    ]),
  ),
];

const slowSeparators: Code = [
  when(equal(get(byte), constant(quote)), [toggleInside]),
  when(isZero(get(isInside)), [
    when(or(equal(get(byte), constant(comma)), equal(get(byte), constant(lineFeed))), [
      keepPlace(subtract(get(at), constant(1))),
    ]),
  ]),
];

/**
 * `(at, end, places, isInside)`: writes where each comma and line feed outside quotes stands, as i32 from the address
 * `places` on; gives the address after the last one.
 */
const separators: Routine = {
  name: 'separators',
  parameters: 4,
  locals,
  body: [
    set(isInside, get(isInsideAtStart)),
    overBlocks(fastSeparators, slowSeparators),
    setGlobal(insideKept, get(isInside)),
    get(places),
  ],
};

/** A module of its own memory, of so many pages of 64 KiB. */
export function makeBorderCode(pages: number): Uint8Array<ArrayBuffer> {
  return makeModule(pages, kept, [nested, line, separators]);
}
