// Finds where persons and rows end in raw bytes. A loop over single bytes takes several times as long, which would be half
// the time of an export. The instructions are in every arm64 processor, and in those of x64 since about 2008 (SSE4.1).
import { type kept, makeBorderCode } from './borderCode.ts';

const pages = 4;
/** So many bytes can be looked at once. */
export const mostBytes = pages * 64 * 1024;

/** Each byte may be a separator, whose place takes four. */
const placesFrom = mostBytes;
const pagesOfPlaces = 4 * pages;

const { exports: code } = new WebAssembly.Instance(
  new WebAssembly.Module(makeBorderCode(pages + pagesOfPlaces)),
);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- borderCode.ts exports these, so named
const { memory, nested, line, separators, ...variables } = code as unknown as BorderCode;
const seen = new Uint8Array(memory.buffer, 0, mostBytes);
const places = new Int32Array(memory.buffer, placesFrom);

type Index = number;

interface BorderCode extends Readonly<Record<(typeof kept)[number], { readonly value: number }>> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly nested: (at: Index, end: Index, depth: number, target: number) => Index;
  readonly line: (at: Index, end: Index, cells: number, isInside: number) => Index;
  readonly separators: (at: Index, end: Index, places: number, isInside: number) => number;
}

/** What the two below look at: `mostBytes` at most, until the next call. */
export function lookAt(bytes: Uint8Array): void {
  seen.set(bytes);
}

/**
 * The index after the bracket that closes the nesting at `at`, outside any text and `depth` deep, down to `target`; -1
 * where it stays open until `end`: then `keptOfJson` tells how.
 */
export const endOfNesting = nested;

export function keptOfJson() {
  return {
    depth: variables.depth.value,
    isInString: variables.isInside.value !== 0,
    isEscaped: variables.isEscaped.value !== 0,
  };
}

/** The index of the next line feed outside quotes; -1 where there is none before `end`. `keptOfCsv` tells the rest. */
export function endOfLine(at: Index, end: Index, cells: number, isQuoted: boolean): Index {
  return line(at, end, cells, isQuoted ? -1 : 0);
}

/** `cells`: what `endOfLine` was given, and a cell for each comma outside quotes that it passed. */
export function keptOfCsv() {
  return { cells: variables.cells.value, isQuoted: variables.isInside.value !== 0 };
}

/** Where the commas and line feeds outside quotes stand, up to `end`; valid until the next call. */
export function separatorsUpTo(end: Index, isQuoted: boolean): Int32Array {
  return places.subarray(0, (separators(0, end, placesFrom, isQuoted ? -1 : 0) - placesFrom) / 4);
}
