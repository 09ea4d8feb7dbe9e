// Spreadsheets run a cell that begins with one of a few characters as a formula. The neutral form of a CSV has an
// apostrophe before each such cell; everything else keeps its bytes.
import { byteOrderMark, carriageReturn, quote } from '#exports/scan/byteCodes.ts';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { toExportError } from '#exports/files/exportError.ts';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { endOfCell } from '#exports/scan/csvScanner.ts';

const apostrophe = Buffer.from("'");
/** The first bytes of the texts that `formula` matches. */
const suspicious: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@\t\r\n＝\uFEFF'));
/** The signs, also in full width, and what spreadsheets skip before them. */
const formula = /^\uFEFF?[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
/** No number that is meant as one is longer. */
const longestNumberBytes = 64;

/** Finds the cells of a CSV that a spreadsheet would run, in chunks of any size; numbers such as `-5` are none. */
export class FormulaScanner {
  /** Cells found so far. */
  found = 0;
  readonly #joiner = new ChunkJoiner((bytes) => this.#scan(bytes, false));
  #pieces: Uint8Array[] = [];
  #isStart = true;

  /** Returns the neutral form of what can be decided so far; a cell that has not ended is held back. */
  push(chunk: Uint8Array): Uint8Array {
    this.#joiner.push(chunk);
    return this.#take();
  }

  /** Returns the neutral form of the rest. */
  end(): Uint8Array {
    this.#scan(this.#joiner.end(), true);
    return this.#take();
  }

  #take(): Uint8Array {
    const neutral = Buffer.concat(this.#pieces);
    this.#pieces = [];
    return neutral;
  }

  #scan(bytes: Uint8Array, isLast: boolean): number {
    const { length } = bytes;
    let copied = 0;
    let start = 0;
    while (start < length) {
      const end = endOfCell(bytes, start, length);
      if (end < 0 && !isLast) break;
      const textStart = this.#formulaStart(bytes, start, end < 0 ? length : end);
      if (textStart !== undefined) {
        this.found++;
        this.#pieces.push(bytes.subarray(copied, textStart), apostrophe);
        copied = textStart;
      }
      this.#isStart = false;
      start = end < 0 ? length : end + 1;
    }
    this.#pieces.push(bytes.subarray(copied, start));
    return start;
  }

  /** The start of the cell's text; undefined for a harmless cell. */
  #formulaStart(bytes: Uint8Array, start: number, end: number): number | undefined {
    let textStart = start;
    let textEnd = end;
    // The mark at the file's start is none of the first cell's text.
    if (this.#isStart && byteOrderMark.every((byte, index) => bytes[start + index] === byte))
      textStart += byteOrderMark.length;
    if (bytes[end - 1] === carriageReturn) textEnd--; // of the line's end
    if (bytes[textStart] === quote) {
      textStart++;
      if (bytes[textEnd - 1] === quote) textEnd--;
    }
    if (textStart >= textEnd || !suspicious.has(bytes[textStart])) return undefined;
    return isFormula(bytes, textStart, textEnd) ? textStart : undefined;
  }
}

function isFormula(bytes: Uint8Array, start: number, end: number): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(end - start, longestNumberBytes));
  if (!formula.test(text.toString())) return false;
  return end - start > longestNumberBytes || !plainNumber.test(text.toString());
}

/** Whether a spreadsheet would run a cell with this text. */
export function isFormulaText(text: string): boolean {
  return formula.test(text) && !plainNumber.test(text);
}

/** Whether a spreadsheet would run any cell of the file. Throws ExportError, or an AbortError. */
export async function hasFormulas(file: string, signal: AbortSignal): Promise<boolean> {
  const scanner = new FormulaScanner();
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(file, { signal });
    for await (const chunk of chunks) {
      scanner.push(chunk);
      if (scanner.found > 0) return true;
    }
  } catch (error) {
    throw toExportError(error, file);
  }
  scanner.end();
  return scanner.found > 0;
}

/** Writes the neutral form of `source` to `target`, which must not be the same file. Throws ExportError, or an AbortError. */
export async function writeNeutral(source: string, target: string, signal: AbortSignal): Promise<void> {
  const scanner = new FormulaScanner();
  try {
    const handle = await open(target, 'w', 0o600);
    try {
      const chunks: AsyncIterable<Buffer> = createReadStream(source, { signal });
      // Unlike write(), appendFile writes all of it also where the disk is nearly full, or throws.
      for await (const chunk of chunks) await handle.appendFile(scanner.push(chunk));
      await handle.appendFile(scanner.end());
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toExportError(error, target);
  }
}
