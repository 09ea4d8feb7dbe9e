// Spreadsheets run a cell that begins with one of a few characters as a formula. The neutral form of a CSV has an
// apostrophe before each such cell; everything else keeps its bytes.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { toExportError } from '#exports/files/exportError.ts';

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const apostrophe = Buffer.from("'");
const dangerous: ReadonlySet<number> = new Set(Buffer.from('=+-@\t\r'));
/** No number that is meant as one is longer. */
const maxNumberBytes = 64;
const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Finds the cells of a CSV that begin dangerously, in chunks of any size; numbers such as `-5` are none. */
export class FormulaScanner {
  /** Cells found so far. */
  found = 0;
  #state: 'start' | 'plain' | 'quoted' | 'closing' = 'start';
  /** The next byte is the first of a cell's text. */
  #isFirst = true;
  /** The suspicious cell so far, from its first character; undefined while no cell is suspected. */
  #suspect: number[] | undefined;

  /** Gives the chunk back with apostrophes put in; a suspected cell is held back until it is known what it is. */
  push(chunk: Uint8Array): Uint8Array {
    const out: number[] = [];
    for (const byte of chunk) this.#take(byte, out);
    return Uint8Array.from(out);
  }

  end(): Uint8Array {
    const out: number[] = [];
    this.#settle(out);
    return Uint8Array.from(out);
  }

  #take(byte: number, out: number[]): void {
    const isQuotedStart = this.#state === 'start' && byte === quote;
    const isEnd = this.#isEnd(byte);
    const isFirst = this.#isFirst && !isQuotedStart && !isEnd;
    this.#isFirst = isQuotedStart;
    if (isEnd) this.#settle(out);
    this.#state = this.#next(byte, isEnd);
    if (this.#state === 'start') this.#isFirst = true;
    if (isFirst && dangerous.has(byte)) this.#suspect = [byte];
    else if (this.#suspect && !isEnd) this.#suspect.push(byte);
    else out.push(byte);
    if (this.#suspect && this.#suspect.length > maxNumberBytes) this.#settle(out);
  }

  /** True for the comma or line break behind a cell, and the quote that closes it. */
  #isEnd(byte: number): boolean {
    if (this.#state === 'quoted') return byte === quote;
    return byte === comma || byte === lineFeed || byte === carriageReturn;
  }

  #next(byte: number, isEnd: boolean): 'start' | 'plain' | 'quoted' | 'closing' {
    if (this.#state === 'quoted') return isEnd ? 'closing' : 'quoted';
    if (this.#state === 'closing' && byte === quote) return 'quoted'; // a doubled quote is text
    if (byte === comma || byte === lineFeed) return 'start';
    if (this.#state === 'start' && byte === quote) return 'quoted';
    return this.#state === 'start' ? 'plain' : this.#state;
  }

  #settle(out: number[]): void {
    const suspect = this.#suspect;
    this.#suspect = undefined;
    if (!suspect) return;
    if (!plainNumber.test(Buffer.from(suspect).toString('latin1'))) {
      this.found++;
      out.push(...apostrophe);
    }
    for (const byte of suspect) out.push(byte);
  }
}

/** Whether a spreadsheet would run any cell of the file. Throws ExportError. */
export async function hasFormulas(file: string, signal?: AbortSignal): Promise<boolean> {
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

/** Writes the neutral form of `source` to `target`, which must not be the same file. Throws ExportError. */
export async function writeNeutral(source: string, target: string): Promise<void> {
  const scanner = new FormulaScanner();
  try {
    const handle = await open(target, 'w', 0o600);
    try {
      const chunks: AsyncIterable<Buffer> = createReadStream(source);
      // Unlike write(), which may write a part of it where the disk is nearly full, and not say so.
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
