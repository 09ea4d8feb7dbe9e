// Puts empty cells into the rows of a CSV that was written here, at the same places in each.
import { type kept, makeWideningCode, stepBytes } from '#exports/scan/wideningCode.ts';

const pageBytes = 64 * 1024;
const inputBytes = 4 * pageBytes;

interface WideningCode extends Record<(typeof kept)[number], { value: number }> {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly widen: (at: number, end: number, out: number, isInside: number) => number;
}

export class CsvWidener {
  /** To be filled with the bytes that come next. */
  readonly input: Uint8Array;
  readonly #code: WideningCode;
  readonly #steps: Int32Array;
  readonly #inputAt: number;
  readonly #outAt: number;
  readonly #memory: Uint8Array;
  /** Bytes whose wider form certainly has room. */
  readonly #mostAtOnce: number;
  /** Commas that begin each row. */
  #first = 0;

  /** `mostCells` are put into a row at most. */
  constructor(mostCells: number) {
    const inputPage = pagesFor((mostCells + 1) * stepBytes);
    const outPage = inputPage + inputBytes / pageBytes;
    const outPages = pagesFor(2 * inputBytes + mostCells);
    const pages = outPage + outPages;
    const { exports: code } = new WebAssembly.Instance(new WebAssembly.Module(makeWideningCode(pages)));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- wideningCode.ts exports these, so named
    this.#code = code as unknown as WideningCode;
    const { buffer } = this.#code.memory;
    this.#steps = new Int32Array(buffer, 0, (inputPage * pageBytes) / 4);
    this.#memory = new Uint8Array(buffer);
    this.#inputAt = inputPage * pageBytes;
    this.#outAt = outPage * pageBytes;
    this.input = new Uint8Array(buffer, this.#inputAt, inputBytes);
    this.#mostAtOnce = Math.floor((outPages * pageBytes) / (1 + mostCells));
  }

  /** What comes next begins with a row. `gaps`: how many cells to put before each of its cells, and behind the last one. */
  begin(gaps: readonly number[]): void {
    const steps = this.#steps;
    const first = gaps[0] ?? 0;
    let last = 0;
    let count = 0;
    const add = (separator: number, before: number, behind: number): void => {
      const address = count * stepBytes;
      steps.set([separator - last, before, behind, address + stepBytes], address / 4);
      last = separator;
      count++;
    };
    // Behind the last of the cells is the carriage return, and behind that the line feed.
    for (let cell = 1; cell < gaps.length; cell++) {
      const gap = gaps[cell] ?? 0;
      if (gap > 0) add(cell, gap, 0);
    }
    if (first > 0) add(gaps.length, 0, first);
    const toFirst = steps[0] ?? 0;
    steps[0] = toFirst + gaps.length - last;
    steps[((count - 1) * stepBytes) / 4 + 3] = 0;
    this.#first = first;
    this.#code.isInside.value = 0;
    this.#code.left.value = toFirst;
    this.#code.step.value = 0;
  }

  /** The commas that a row begins with. What stands before the first row is the caller's to write; the rest is `widen`'s. */
  get head(): Uint8Array {
    return new Uint8Array(this.#first).fill(0x2c);
  }

  /** Gives the wider form of the first `length` bytes of `input` in pieces, each valid during the call. */
  widen(length: number, isLast: boolean, onPiece: (bytes: Uint8Array) => void): void {
    const { widen, isInside } = this.#code;
    for (let from = 0; from < length; from += this.#mostAtOnce) {
      const to = Math.min(length, from + this.#mostAtOnce);
      const end = widen(this.#inputAt + from, this.#inputAt + to, this.#outAt, isInside.value);
      // Behind the last row there is no other one to begin.
      const isEnd = isLast && to === length;
      onPiece(this.#memory.subarray(this.#outAt, isEnd ? end - this.#first : end));
    }
  }
}

function pagesFor(bytes: number): number {
  return Math.ceil(bytes / pageBytes);
}
