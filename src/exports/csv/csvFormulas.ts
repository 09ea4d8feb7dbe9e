// Spreadsheets run a cell that begins with one of a few characters as a formula. The neutral form of a CSV has an
// apostrophe before each such cell, also before what follows a semicolon, a tab or a line end in a cell: a spreadsheet may
// begin one there, depending on its language. Everything else keeps its bytes, but for quotes around a cell with one of them.
import { isUtf8 } from 'node:buffer';
import { byteOrderMark, carriageReturn, lineFeed, quote } from '#exports/scan/byteCodes.ts';
import { open } from 'node:fs/promises';
import { readChunks } from '#exports/files/diskAction.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { endOfCell } from '#exports/scan/csvScanner.ts';
import { isUtf16 } from '#exports/scan/isText.ts';

/** The first bytes of the texts that `formula` matches. */
const suspicious: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@\t\r\n＝\uFEFF'));
const tab = 0x09;
const semicolon = 0x3b;
/** The signs, also in full width, and what spreadsheets skip before them. */
const formula = /^\uFEFF?[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
/**
 * The places within a cell at which another one may begin. No number is a formula there, and no line of a list (`- one`)
 * without the signs that a command, a reference to another sheet or a function needs.
 */
const innerFormula =
  /([;\t]["\uFEFF]*)(?=[=@＝＋－＠]|[+-](?![\d.]+(?:[;\t\r\n]|$)))|([\r\n]["\uFEFF]*)(?=[=@＝＋－＠]|(?!- [^|!(\r\n]*(?:[\r\n]|$))[+-](?![\d.]+(?:[;\t\r\n]|$)))/g;

/** The text with an apostrophe before all that a spreadsheet would run; the same text if there is nothing. */
export function neutralText(text: string): string {
  const marked = formula.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[;\t\r\n]/.test(text) ? marked.replaceAll(innerFormula, "$&'") : marked;
}

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
      // The mark at the file's start is none of the first cell's text.
      const isMarked = this.#isStart && byteOrderMark.every((byte, at) => bytes[start + at] === byte);
      const cellStart = isMarked ? start + byteOrderMark.length : start;
      const found = endOfCell(bytes, cellStart, length);
      if (found < 0 && !isLast) break;
      const end = found < 0 ? length : found;
      const cellEnd = bytes[end - 1] === carriageReturn ? end - 1 : end; // of the line's end
      const neutral = this.#neutralCell(bytes, cellStart, Math.max(cellStart, cellEnd));
      if (neutral) {
        this.#pieces.push(bytes.subarray(copied, cellStart), neutral);
        copied = cellEnd;
      }
      this.#isStart = false;
      start = found < 0 ? length : found + 1;
    }
    this.#pieces.push(bytes.subarray(copied, start));
    return start;
  }

  /** Undefined for a cell that stays as it is. */
  #neutralCell(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
    const isQuoted = bytes[start] === quote;
    const textStart = isQuoted ? start + 1 : start;
    const textEnd = isQuoted && end > textStart && bytes[end - 1] === quote ? end - 1 : end;
    if (textStart >= textEnd) return undefined;
    const separators = findSeparators(bytes, textStart, textEnd);
    if (separators === 'none' && !suspicious.has(bytes[textStart])) return undefined;
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset + textStart, textEnd - textStart);
    const encoding = isUtf8(raw) ? 'utf8' : 'latin1'; // gives back the same bytes in any case
    const text = raw.toString(encoding);
    const neutral = neutralText(text);
    if (neutral !== text) this.found++;
    const needsQuotes = !isQuoted && separators === 'cells';
    if (neutral === text && !needsQuotes) return undefined;
    const [before, inside, after] = needsQuotes
      ? ['"', neutral.replaceAll('"', '""'), '"']
      : [isQuoted ? '"' : '', neutral, textEnd < end ? '"' : ''];
    return Buffer.from(before + inside + after, encoding);
  }
}

/** `cells`: a semicolon or a tab is in the text, `lines`: only a line end. */
function findSeparators(bytes: Uint8Array, start: number, end: number): 'none' | 'lines' | 'cells' {
  let found: 'none' | 'lines' = 'none';
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > semicolon) continue;
    if (byte === semicolon || byte === tab) return 'cells';
    if (byte === lineFeed || byte === carriageReturn) found = 'lines';
  }
  return found;
}

/**
 * Whether a spreadsheet would run any cell of the file; false for UTF-16, which has no neutral form here. Nothing
 * else that a file holds keeps it from being searched: one person's property would hide the formulas of all. Throws
 * ExportError, or an AbortError.
 */
export async function hasFormulas(file: string, signal: AbortSignal): Promise<boolean> {
  const scanner = new FormulaScanner();
  let isFirst = true;
  try {
    for await (const chunk of readChunks(file, { signal })) {
      if (isFirst && isUtf16(chunk)) return false;
      isFirst = false;
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
      // Unlike write(), appendFile writes all of it also if the disk is nearly full, or throws.
      for await (const chunk of readChunks(source, { signal })) await handle.appendFile(scanner.push(chunk));
      await handle.appendFile(scanner.end());
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toExportError(error, target);
  }
}
