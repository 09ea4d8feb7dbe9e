// The first pass over a file: how many rows it has and where, which columns, and what is broken.
import { maxColumns, restColumn } from '#exports/csv/csvColumns.ts';
import { isAscii, isUtf8 } from 'node:buffer';
import { openBrace, space } from '#exports/scan/byteCodes.ts';
import type { Encoding } from './encodings.ts';
import type { RowParser } from './rowParser.ts';
import type { Flaw } from './rowSplitter.ts';
import { atCellStart, type CellMarks, endOfCell } from '#exports/scan/csvScanner.ts';
import { readAt, type ScanListener, scanRows, type Source } from './scanRows.ts';

/** Every 16th row's offset is kept; the rows in between are found from there. */
export const rowsPerMark = 16;
/** Further problems are only counted. */
const maxProblems = 20;

/** What is wrong with a row. */
export interface RowFlaw {
  readonly flaw: Flaw;
  /** How many cells and columns there are; both 0 unless `flaw` is `cells` or `columns`. */
  readonly cells: number;
  readonly columns: number;
}

interface Problem extends RowFlaw {
  /** From 0, without the header; of the next row where the flaw is between rows. */
  readonly row: number;
  /** The line from 1; 0 while it is unknown. */
  readonly line: number;
}

export interface IndexProgress {
  /** Rows so far. */
  readonly rows: number;
  readonly doneBytes: number;
  /** Offsets of the rows 0, 16, 32 … found since the last progress. */
  readonly marks: Float64Array<ArrayBuffer>;
  /** Found since the last progress. */
  readonly columns: readonly string[];
  /** The number of all problems so far; `problems` has the first ones. */
  readonly problemCount: number;
  readonly problems: readonly Problem[];
  /** Of the bytes that are read; a later row may have decided it. */
  readonly textEncoding: Encoding;
  /** False once a row has bytes that are not valid in the encoding. */
  readonly isDecodable: boolean;
  /** How many cells a CSV's rows are to have: as many as its first one. */
  readonly expectedCells: number;
  readonly isDone: boolean;
}

/** Fills `parser`'s columns. Resolves with the number of rows. */
export async function indexRows(
  source: Source,
  parser: RowParser,
  onProgress: (progress: IndexProgress) => void,
  signal?: AbortSignal,
): Promise<number> {
  const indexer = new Indexer(source, parser);
  const listener: ScanListener = {
    row: (bytes, start, end, offset, cells, flaw) => indexer.row(bytes, start, end, offset, cells, flaw),
    piece: (doneBytes) => onProgress(indexer.take(doneBytes, false)),
  };
  if (!source.isText) indexer.refuse('notText');
  else await scanRows(source, listener, signal);
  await indexer.findLines();
  onProgress(indexer.take(source.bytes, true));
  return indexer.rows;
}

/** A problem with its place in the file. */
interface PlacedProblem extends Problem {
  readonly offset: number;
}

class Indexer {
  rows = 0;
  readonly #source: Source;
  readonly #parser: RowParser;
  #marks: number[] = [];
  #columnsSent = 0;
  #problemCount = 0;
  #problems: PlacedProblem[] = [];
  /** The first row is still to come. */
  #isFirst = true;
  /** Of the first row; more than there are columns if it is too long. */
  #headerCells = 0;
  #isFull = false;
  #isDecodable = true;
  #isEncodingOpen: boolean;
  #textEncoding: Encoding;

  constructor(source: Source, parser: RowParser) {
    this.#source = source;
    this.#parser = parser;
    this.#isEncodingOpen = source.isEncodingOpen;
    this.#textEncoding = source.textEncoding;
  }

  row(
    bytes: Buffer,
    start: number,
    end: number,
    offset: number,
    cells: number,
    flaw: Flaw | undefined,
  ): void {
    const parser = this.#parser;
    if (flaw) this.#add(flaw, offset);
    this.#checkLetters(bytes.subarray(start, end), offset);
    if (end === start) return;
    if (this.#isFirst && this.#source.format === 'csv') {
      this.#isFirst = false;
      const { hasHeader } = this.#source.dialect;
      readHeader(parser, bytes, start, end, cells, hasHeader);
      this.#headerCells = Math.max(cells, parser.columns.length);
      if (cells > maxColumns) this.#add('columns', offset, cells, maxColumns);
      if (hasHeader) return;
    } else if (cells === 0) {
      const ofJson = flaw === undefined ? jsonFlaw(bytes, start, end) : undefined;
      if (ofJson) this.#add(ofJson, offset);
      parser.findColumns(bytes, start, end);
      this.#checkFull(offset);
    } else if (cells !== this.#headerCells) {
      this.#add('cells', offset, cells, this.#headerCells);
      if (cells > parser.columns.length) parser.findColumns(bytes, start, end);
    } else if (joinsLines(bytes, start, end, this.#source.marks)) this.#add('quotes', offset);
    if (this.rows % rowsPerMark === 0) this.#marks.push(offset);
    this.rows++;
  }

  /** A row with letters decides the encoding if the file's beginning has none. */
  #checkLetters(row: Buffer, offset: number): void {
    if (isAscii(row)) return;
    if (this.#isEncodingOpen) {
      this.#isEncodingOpen = false;
      if (!isUtf8(row) && this.#source.format === 'csv') this.#textEncoding = 'windows1252';
      this.#parser.decodeAs(this.#textEncoding);
    }
    const flaw = letterFlaw(row, this.#textEncoding);
    if (flaw) this.#add(flaw, offset);
    this.#isDecodable &&= flaw !== 'undecodable';
  }

  take(doneBytes: number, isDone: boolean): IndexProgress {
    const marks = Float64Array.from(this.#marks);
    this.#marks = [];
    const columns = this.#parser.columns.slice(this.#columnsSent);
    this.#columnsSent += columns.length;
    const problems = [...this.#problems];
    const { rows } = this;
    const counts = { problemCount: this.#problemCount, problems };
    const letters = { textEncoding: this.#textEncoding, isDecodable: this.#isDecodable };
    return {
      rows,
      doneBytes,
      marks,
      columns,
      ...counts,
      ...letters,
      expectedCells: this.#headerCells,
      isDone,
    };
  }

  /** The whole file has a problem. */
  refuse(flaw: Flaw): void {
    this.#add(flaw, 0);
  }

  /** Counts the lines up to each problem; a file without problems is not read again. */
  async findLines(): Promise<void> {
    const last = this.#problems.at(-1);
    if (!last) return;
    const piece = Buffer.allocUnsafe(1024 * 1024);
    let line = 1;
    let base = 0;
    let next = 0;
    const found: PlacedProblem[] = [];
    while (next < this.#problems.length) {
      const { bytesRead } = await readAt(this.#source.fd, piece, 0, piece.length, base);
      let counted = 0;
      for (; next < this.#problems.length; next++) {
        const problem = this.#problems[next];
        if (!problem || (problem.offset > base + bytesRead && bytesRead > 0)) break;
        line += this.#countLines(piece, counted, problem.offset - base);
        counted = Math.max(counted, problem.offset - base);
        found.push({ ...problem, line });
      }
      line += this.#countLines(piece, counted, bytesRead);
      base += bytesRead;
    }
    this.#problems = found;
  }

  #countLines(bytes: Buffer, from: number, to: number): number {
    const { rowEnd } = this.#source.marks;
    let lines = 0;
    for (let at = bytes.indexOf(rowEnd, from); at >= 0 && at < to; at = bytes.indexOf(rowEnd, at + 1))
      lines++;
    return lines;
  }

  #checkFull(offset: number): void {
    if (this.#isFull || this.#parser.columns.length < maxColumns) return;
    this.#isFull = true;
    this.#add('columns', offset, 0, maxColumns);
  }

  #add(flaw: Flaw, offset: number, cells = 0, columns = 0): void {
    this.#problemCount++;
    if (this.#problems.length >= maxProblems) return;
    this.#problems.push({ flaw, row: this.rows, line: 0, cells, columns, offset });
  }
}

/** What is wrong with a row by itself, as it is found in the file. */
export function flawOfRow(
  bytes: Buffer,
  start: number,
  end: number,
  found: { readonly cells: number; readonly flaw: Flaw | undefined },
  expected: { readonly cells: number; readonly encoding: Encoding; readonly marks: CellMarks },
): RowFlaw | undefined {
  const { cells } = found;
  if (found.flaw === undefined && cells > 0 && cells !== expected.cells)
    return { flaw: 'cells', cells, columns: expected.cells };
  const flaw =
    found.flaw ??
    letterFlaw(bytes.subarray(start, end), expected.encoding) ??
    (cells === 0 ? jsonFlaw(bytes, start, end) : quoteFlaw(bytes, start, end, expected.marks));
  return flaw && { flaw, cells: 0, columns: 0 };
}

function letterFlaw(row: Buffer, encoding: Encoding): 'undecodable' | 'otherEncoding' | undefined {
  if (isAscii(row) || isUtf8(row) !== (encoding === 'windows1252')) return undefined;
  return encoding === 'windows1252' ? 'otherEncoding' : 'undecodable';
}

function quoteFlaw(bytes: Buffer, start: number, end: number, marks: CellMarks): 'quotes' | undefined {
  return joinsLines(bytes, start, end, marks) ? 'quotes' : undefined;
}

/** Whether text follows the quotes of a cell of several lines. */
function joinsLines(bytes: Buffer, start: number, end: number, { rowEnd, ...marks }: CellMarks): boolean {
  if (!bytes.subarray(start, end).includes(rowEnd)) return false;
  for (let from = start; from < end;) {
    const found = endOfCell(bytes, from, end, atCellStart, { ...marks, rowEnd: -1 });
    const to = found < 0 ? end : found;
    let last = to - 1;
    while (bytes[last] === space) last--;
    const isOdd = bytes[from] === marks.quote && bytes[last] !== marks.quote;
    if (isOdd && bytes.subarray(from, to).includes(rowEnd)) return true;
    from = to + 1;
  }
  return false;
}

function jsonFlaw(bytes: Buffer, start: number, end: number): 'notJson' | 'notObject' | undefined {
  if (!isJson(bytes, start, end)) return 'notJson';
  return isObject(bytes, start) ? undefined : 'notObject';
}

/**
 * Of more columns than there may be, the last one has everything from there on.
 * @param cells how many the row has, the empty ones at its end included; 0 where its quotes are broken
 * @param hasNames the row is a header; otherwise it is one of data, and columns have no names
 */
export function readHeader(
  parser: RowParser,
  bytes: Buffer,
  start: number,
  end: number,
  cells: number,
  hasNames: boolean,
): void {
  const names: string[] = [];
  let last = -1;
  parser.cells(bytes, start, end, (column, text) => {
    last = column;
    if (hasNames) names[column] = text;
  });
  const count = Math.min(maxColumns, Math.max(last + 1, cells));
  if (cells > maxColumns) names[maxColumns - 1] = restColumn;
  for (let column = 0; column < count; column++) parser.addColumn(names[column] ?? '');
}

function isJson(bytes: Buffer, start: number, end: number): boolean {
  try {
    JSON.parse(bytes.toString('utf8', start, end));
    return true;
  } catch {
    return false;
  }
}

/** Whether the JSON value is an object; spaces may precede it. */
function isObject(bytes: Buffer, start: number): boolean {
  let at = start;
  while ((bytes[at] ?? openBrace) <= space) at++;
  return bytes[at] === openBrace;
}
