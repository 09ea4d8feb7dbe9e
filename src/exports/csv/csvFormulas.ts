// Spreadsheets run a cell that begins with one of a few characters as a formula. The neutral form of a CSV has an
// apostrophe before each such cell, also before what follows a semicolon, a tab or a line end in a cell: a spreadsheet may
// begin one there, depending on its language. Everything else keeps its bytes, but for quotes around a cell with one of them.
import { isUtf8 } from 'node:buffer';
import { byteOrderMark, carriageReturn, lineFeed } from '#exports/scan/byteCodes.ts';
import { open } from 'node:fs/promises';
import { readChunks } from '#exports/files/diskSteps.ts';
import { toExportError } from '#exports/files/exportError.ts';
import { ChunkJoiner } from '#exports/scan/chunkJoiner.ts';
import { atCellStart, type CellMarks, endOfCell, ownMarks } from '#exports/scan/csvScanner.ts';
import { isUtf16 } from '#exports/scan/isText.ts';

/** The first bytes of the texts that `formula` matches. */
const suspicious: ReadonlySet<number | undefined> = new Set(Buffer.from('=+-@\t\r\n＝\uFEFF'));
/** The signs, also in full width, and what spreadsheets skip before them. */
const formula = /^\uFEFF?[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[+-]?\d+)?$/i;

/** What another program may split a cell at: it takes other separators than the file has. */
const othersThan = (separator: string): string =>
  separator === ';' ? ',\t' : /[,\t]/.test(separator) ? ';\t' : ',;\t';

/**
 * The places within a cell at which another one may begin. No number is a formula there, and no line of a list (`- one`)
 * without the signs that a command, a reference to another sheet or a function needs.
 */
function innerFormulaOf(others: string): RegExp {
  const number = `[+-](?![\\d.]+(?:[${others}\r\n]|$))`;
  const line = '- [^|!(\r\n]*(?:[\r\n]|$)';
  return new RegExp(
    `([${others}]["\uFEFF]*)(?=[=@＝＋－＠]|${number})|([\r\n]["\uFEFF]*)(?=[=@＝＋－＠]|(?!${line})${number})`,
    'g',
  );
}

/** By the separator of the file. */
const innerFormulas = new Map([',', ';', '\t', '|'].map((own) => [own, innerFormulaOf(othersThan(own))]));

/**
 * The text with an apostrophe before all that a spreadsheet would run; the same text if there is nothing.
 * @param separator of the file that the cell is in
 * @param apostrophe as the file writes it in a cell
 */
export function neutralText(text: string, separator = ',', apostrophe = "'"): string {
  const marked = formula.test(text) && !plainNumber.test(text) ? apostrophe + text : text;
  if (!/[,;\t\r\n]/.test(text)) return marked;
  const inner = innerFormulas.get(separator) ?? innerFormulaOf(othersThan(separator));
  return marked.replaceAll(inner, `$&${apostrophe}`);
}

/** That of the semicolon, the highest of all that split cells. */
const highestSeparator = 0x3b;

/** Finds the cells of a CSV that a spreadsheet would run, in chunks of any size; numbers such as `-5` are none. */
export class FormulaScanner {
  /** Cells found so far. */
  found = 0;
  readonly #marks: CellMarks;
  readonly #separator: string;
  /** Bytes at which another program may split a cell. */
  readonly #others: ReadonlySet<number>;
  readonly #joiner = new ChunkJoiner((bytes) => this.#scan(bytes, false));
  #pieces: Uint8Array[] = [];
  #isStart = true;

  /** @param marks those of RFC 4180 unless others are given */
  constructor(marks: CellMarks = ownMarks) {
    this.#marks = marks;
    this.#separator = String.fromCharCode(marks.separator);
    this.#others = new Set(Buffer.from(othersThan(this.#separator)));
  }

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
      const found = endOfCell(bytes, cellStart, length, atCellStart, this.#marks);
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
    const { quote } = this.#marks;
    const mark = quote < 0 ? '' : String.fromCharCode(quote);
    const isQuoted = bytes[start] === quote;
    const textStart = isQuoted ? start + 1 : start;
    const textEnd = isQuoted && end > textStart && bytes[end - 1] === quote ? end - 1 : end;
    if (textStart >= textEnd) return undefined;
    const separators = this.#findSeparators(bytes, textStart, textEnd);
    if (separators === 'none' && !suspicious.has(bytes[textStart])) return undefined;
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset + textStart, textEnd - textStart);
    const encoding = isUtf8(raw) ? 'utf8' : 'latin1'; // gives back the same bytes in any case
    const text = raw.toString(encoding);
    const neutral = neutralText(text, this.#separator, isQuoted && mark === "'" ? "''" : "'");
    if (neutral !== text) this.found++;
    // Where apostrophes quote cells, one before the text would open a quote.
    const isSplit = separators === 'cells' || (mark === "'" && neutral !== text);
    const needsQuotes = !isQuoted && isSplit && mark !== '';
    if (neutral === text && !needsQuotes) return undefined;
    const [before, inside, after] = needsQuotes
      ? [mark, neutral.replaceAll(mark, mark + mark), mark]
      : [isQuoted ? mark : '', neutral, textEnd < end ? mark : ''];
    return Buffer.from(before + inside + after, encoding);
  }

  /** `cells`: another program may split the text, `lines`: only a line end is in it. */
  #findSeparators(bytes: Uint8Array, start: number, end: number): 'none' | 'lines' | 'cells' {
    let found: 'none' | 'lines' = 'none';
    for (let at = start; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte > highestSeparator) continue;
      if (this.#others.has(byte)) return 'cells';
      if (byte === lineFeed || byte === carriageReturn) found = 'lines';
    }
    return found;
  }
}

/**
 * Whether a spreadsheet would run any cell of the file; false for UTF-16, which has no neutral form here. Nothing
 * else that a file holds keeps it from being searched: one person's property would hide the formulas of all. Throws
 * ExportError, or an AbortError.
 */
export async function hasFormulas(file: string, signal: AbortSignal, marks?: CellMarks): Promise<boolean> {
  const scanner = new FormulaScanner(marks);
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
export async function writeNeutral(
  source: string,
  target: string,
  signal: AbortSignal,
  marks?: CellMarks,
): Promise<void> {
  const scanner = new FormulaScanner(marks);
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
