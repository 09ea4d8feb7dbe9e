// A small assembler for WebAssembly: enough for loops over bytes, sixteen at a time. A list of instructions is written as
// nested lists of numbers, which `makeModule` flattens; names are the specification's.

export type Code = number | readonly Code[];

export const i32 = 0x7f;
export const v128 = 0x7b;

export const get = (local: number): Code => [0x20, unsigned(local)];
export const getGlobal = (global: number): Code => [0x23, unsigned(global)];
export const set = (local: number, ...value: readonly Code[]): Code => [value, 0x21, unsigned(local)];
export const setGlobal = (global: number, ...value: readonly Code[]): Code => [value, 0x24, unsigned(global)];
export const constant = (value: number): Code => [0x41, signed(value)];

const binary =
  (opcode: number) =>
  (one: Code, other: Code): Code => [one, other, opcode];

export const equal = binary(0x46);
export const less = binary(0x48);
export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const and = binary(0x71);
export const or = binary(0x72);
export const xor = binary(0x73);
export const shiftLeft = binary(0x74);
export const shiftRight = binary(0x76);
export const isZero = (value: Code): Code => [value, 0x45];
export const trailingZeros = (value: Code): Code => [value, 0x68];
export const countOnes = (value: Code): Code => [value, 0x69];

export const loadByte = (address: Code): Code => [address, 0x2d, 0, 0];
export const loadBytes = (address: Code): Code => [address, 0xfd, 0x00, 0, 0];
export const load = (address: Code, offset: number): Code => [address, 0x28, 2, unsigned(offset)];
export const store = (address: Code, value: Code): Code => [address, value, 0x36, 2, 0];
export const storeByte = (address: Code, value: Code): Code => [address, value, 0x3a, 0, 0];
export const storeBytes = (address: Code, bytes: Code): Code => [address, bytes, 0xfd, 0x0b, 0, 0];
const everyByte = (byte: number): Code => [0xfd, 0x0c, Array.from({ length: 16 }, () => byte)];
export const orBytes = (bytes: Code, byte: number): Code => [bytes, everyByte(byte), 0xfd, 0x50];
/** One bit for each of sixteen bytes, the first in the lowest. */
export const bitsWhere = (bytes: Code, byte: number): Code => [
  [bytes, everyByte(byte), 0xfd, 0x23],
  0xfd,
  0x64,
];

const nothing = 0x40;
/** `leave(0)` jumps behind it. */
export const block = (...body: readonly Code[]): Code => [0x02, nothing, body, 0x0b];
/** `leave(0)` jumps back to its start. */
export const loop = (...body: readonly Code[]): Code => [0x03, nothing, body, 0x0b];
export const when = (condition: Code, then: readonly Code[], otherwise: readonly Code[] = []): Code => [
  condition,
  [0x04, nothing, then],
  otherwise.length > 0 ? [0x05, otherwise] : [],
  0x0b,
];
/** `levels` counts the blocks, loops and conditions in between. */
export const leave = (levels: number): Code => [0x0c, unsigned(levels)];
export const leaveIf = (levels: number, condition: Code): Code => [condition, 0x0d, unsigned(levels)];
export const give = (value: Code): Code => [value, 0x0f];

export interface Routine {
  readonly name: string;
  /** All of them i32. */
  readonly parameters: number;
  readonly locals: readonly number[];
  /** Ends with the i32 that it gives. */
  readonly body: readonly Code[];
}

/** A module with `pages` of 64 KiB as its `memory`, and i32 variables that are exported by their names. */
export function makeModule(
  pages: number,
  globals: readonly string[],
  routines: readonly Routine[],
): Uint8Array<ArrayBuffer> {
  const exported = [
    [text('memory'), 0x02, 0],
    ...globals.map((name, index) => [text(name), 0x03, unsigned(index)]),
    ...routines.map(({ name }, index) => [text(name), 0x00, unsigned(index)]),
  ];
  const types = routines.map(({ parameters }) => [
    0x60,
    list(Array.from({ length: parameters }, () => i32)),
    list([i32]),
  ]);
  const bodies = routines.map(({ locals, body }) =>
    sized([list(locals.map((type) => [1, type])), body, 0x0b]),
  );
  const code: Code = [
    [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(1, list(types)),
    section(3, list(routines.map((_, index) => unsigned(index)))),
    section(5, list([[0, unsigned(pages)]])),
    section(6, list(globals.map(() => [i32, 1, constant(0), 0x0b]))),
    section(7, list(exported)),
    section(10, list(bodies)),
  ];
  return Uint8Array.from(flatten(code));
}

function flatten(code: Code): number[] {
  return typeof code === 'number' ? [code] : code.flatMap(flatten);
}

function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items];
}

function sized(code: Code): Code {
  return [unsigned(flatten(code).length), code];
}

function section(id: number, content: Code): Code {
  return [id, sized(content)];
}

function text(name: string): Code {
  return list([...Buffer.from(name)]);
}

/** Little-endian base 128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, signed(value >> 7)];
}
