// table/ reads an export as a table, at any size in constant memory. Rows are read from the file itself, by the offsets that
// a worker finds in one pass; that worker also sorts, filters and counts, with columns in a temporary SQLite file.
import { close as closeFd, fstat, open as openFd, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { retryInUse } from '#disk/moveFile.ts';
import { toExportError } from '#exports/files/exportError.ts';
import type { Group } from './groupRows.ts';
import { flawOfRow, type IndexProgress, type RowFlaw, rowsPerMark } from './indexRows.ts';
import type { Encoding } from './encodings.ts';
import type { Flaw } from './rowSplitter.ts';
import { createRowParser, type RowParser } from './rowParser.ts';
import { createSplitter } from './rowSplitter.ts';
import type { ChosenDialect, Dialect } from './dialect.ts';
import { openSource } from './openSource.ts';
import { type Source, readAt } from './scanRows.ts';
import { createScratchFile } from './scratchFile.ts';
import { type TableFormat, tableFormatOf } from './tableFormat.ts';
import type { ColumnSummary, Query } from './tableQuery.ts';
import { WorkerConnection, type WorkerData } from './workerConnection.ts';

export interface TableOptions {
  readonly path: string;
  /** The folder for temporary files only; created with mode 0700 if it is missing. */
  readonly scratchDirectory: string;
  /** What a person says about the file. */
  readonly chosen?: ChosenDialect | undefined;
  /** `tableWorker.ts`, or the file that it was built into. */
  readonly workerUrl: URL;
  /** Called as the index grows; `isDone` marks the last call. */
  readonly onIndex: (state: IndexState) => void;
  /** The file cannot be read to its end. */
  readonly onBroken: (error: Error) => void;
  /** The table opens once it has so many rows, or all that can be read; immediately if this is left out. */
  readonly minRows?: number;
}

export type IndexState = Omit<IndexProgress, 'marks' | 'columns' | 'textEncoding' | 'expectedCells'> & {
  readonly columns: readonly string[];
  readonly dialect: Dialect;
  /** The file's size. */
  readonly bytes: number;
};

/** Rows in an order; making another view does not change it. */
export interface View {
  /** Undefined for all rows in the order of the file, including those that are still to be found. */
  readonly order: Uint32Array | undefined;
  /** Groups in the view's order; undefined if it has none, or if the requested column has too many values. */
  readonly groups?: readonly Group[] | undefined;
}

/** A row with its filled cells, by column. */
export interface TableRow {
  readonly row: number;
  readonly cells: readonly { readonly column: number; readonly text: string }[];
}

export const wholeFile: View = { order: undefined };

/** Rejects with an ExportError if the file cannot be read. */
export async function openTable(options: TableOptions): Promise<Table> {
  const { path, chosen, scratchDirectory, minRows = 0 } = options;
  const { promise: hasEnough, resolve } = Promise.withResolvers<void>();
  let dispose: (() => Promise<void>) | undefined;
  try {
    const fd = await retryInUse(() => promisify(openFd)(path, 'r'));
    dispose = () => promisify(closeFd)(fd);
    const stats = await promisify(fstat)(fd);
    const scratchFile = await createScratchFile(scratchDirectory);
    const format = tableFormatOf(path);
    const opened = await openSource(fd, stats.size, { format, chosen, scratchDirectory });
    ({ dispose } = opened);
    const indexed = await promisify(fstat)(opened.source.fd);
    const watched: TableOptions = {
      ...options,
      onIndex(state) {
        options.onIndex(state);
        if (state.isDone || state.rows >= minRows) resolve();
      },
      onBroken(error) {
        options.onBroken(error);
        resolve();
      },
    };
    const table = new Table(watched, opened.source, { opened: stats, indexed }, { scratchFile, dispose });
    if (minRows > 0) await hasEnough;
    return table;
  } catch (error) {
    await dispose?.();
    throw toExportError(error, path);
  }
}

export class Table {
  readonly #path: string;
  readonly #source: Source;
  readonly #opened: Stats;
  /** Of the bytes that rows are read from, which may be a copy's. */
  readonly #indexed: Stats;
  readonly #marks = new RowMarks();
  readonly #parser: RowParser;
  readonly #connection: WorkerConnection;
  readonly #reading = new Set<Promise<unknown>>();
  /** Closes the source. */
  readonly #dispose: () => Promise<void>;
  #dialect: Dialect;
  #isDecodable = true;
  #problemCount = 0;
  #textEncoding: Encoding;
  /** How many cells a CSV's rows are to have. */
  #expectedCells = 0;
  #closing: Promise<void> | undefined;

  constructor(
    options: TableOptions,
    source: Source,
    { opened, indexed }: { readonly opened: Stats; readonly indexed: Stats },
    { scratchFile, dispose }: { readonly scratchFile: string; readonly dispose: () => Promise<void> },
  ) {
    this.#dispose = dispose;
    this.#dialect = source.dialect;
    this.#textEncoding = source.textEncoding;
    this.#path = options.path;
    this.#source = source;
    this.#opened = opened;
    this.#indexed = indexed;
    this.#parser = createRowParser(source, source.textEncoding);
    const workerData: WorkerData = { source, scratchFile };
    const worker = new Worker(options.workerUrl, {
      workerData,
      name: 'cohort-deck-table',
      resourceLimits: { maxYoungGenerationSizeMb: 8 }, // most of what is read is garbage right away
    });
    this.#connection = new WorkerConnection(worker, {
      onIndex: (progress) => options.onIndex(this.#grow(progress)),
      onBroken: options.onBroken,
    });
  }

  get format(): TableFormat {
    return this.#source.format;
  }

  get columns(): readonly string[] {
    return this.#parser.columns;
  }

  get dialect(): Dialect {
    return this.#dialect;
  }

  /** False once a row was found whose bytes are no letters: its texts are not the bytes of the file. */
  get isDecodable(): boolean {
    return this.#isDecodable;
  }

  get hasProblems(): boolean {
    return this.#problemCount > 0;
  }

  rowsOf(view: View): number {
    return view.order?.length ?? this.#marks.rows;
  }

  /** Where a view has the row that another one has at `position`; undefined if it does not have it. */
  positionIn(view: View, other: View, position: number): number | undefined {
    const [row = -1] = this.#rowNumbers(other, position, position + 1);
    const found = view.order ? view.order.indexOf(row) : row;
    return found >= 0 ? found : undefined;
  }

  /** Waits for the index. Rejects with the signal's reason, or if the worker fails. */
  async view(query: Query, signal: AbortSignal, onShare: (share: number) => void): Promise<View> {
    return this.#connection.view(query, signal, onShare);
  }

  /** Summarizes the rows of the view that was made last. */
  async summarize(
    column: number,
    signal: AbortSignal,
    onShare: (share: number) => void,
  ): Promise<ColumnSummary> {
    return this.#connection.summarize(column, signal, onShare);
  }

  /**
   * Texts of the view's rows `[from, to)`, column by column; empty if a cell is.
   * @param onFlaw gets the position of each row with which something is wrong
   */
  async cells(
    view: View,
    from: number,
    to: number,
    columns: readonly number[],
    onFlaw?: (position: number, flaw: RowFlaw) => void,
  ): Promise<string[][]> {
    const rows = this.#rowNumbers(view, from, to);
    const cells = columns.map(() => rows.map(() => ''));
    const placeOf = new Map(columns.map((column, index) => [column, index]));
    const indexOf = new Map(rows.map((row, index) => [row, index]));
    const { marks } = this.#source;
    const expected = { cells: this.#expectedCells, encoding: this.#textEncoding, marks };
    const visit: RowVisitor = (row, bytes, start, end, found) => {
      const index = indexOf.get(row) ?? 0;
      this.#parser.cells(bytes, start, end, (column, text) => {
        const texts = cells[placeOf.get(column) ?? -1];
        if (texts) texts[index] = text;
      });
      const flaw = onFlaw && flawOfRow(bytes, start, end, found, expected);
      if (flaw) onFlaw(Math.max(0, from) + index, flaw);
    };
    await this.#read(readRows(this.#source, this.#marks, rows, visit));
    return cells;
  }

  /** Undefined if the view has no such row. */
  async row(view: View, position: number): Promise<TableRow | undefined> {
    const [row] = this.#rowNumbers(view, position, position + 1);
    if (row === undefined) return undefined;
    const cells = new Map<number, string>();
    const visit = (_row: number, bytes: Buffer, start: number, end: number) =>
      this.#parser.cells(bytes, start, end, (column, text) => cells.set(column, text));
    await this.#read(readRows(this.#source, this.#marks, [row], visit));
    return { row, cells: [...cells].map(([column, text]) => ({ column, text })) };
  }

  /** The view's rows `[from, to)` as the file has them. */
  async texts(view: View, from: number, to: number): Promise<string[]> {
    const rows = this.#rowNumbers(view, from, to);
    const found = new Map<number, string>();
    const visit = (row: number, bytes: Buffer, start: number, end: number) =>
      found.set(row, this.#parser.text(bytes, start, end));
    await this.#read(readRows(this.#source, this.#marks, rows, visit));
    return rows.map((row) => found.get(row) ?? '');
  }

  /** How many cells of each column are filled in the first `rows` rows. */
  async filledIn(rows: number): Promise<number[]> {
    const counts = this.columns.map(() => 0);
    const count = (column: number, text: string) => {
      if (text !== '') counts[column] = (counts[column] ?? 0) + 1;
    };
    const visit = (_row: number, bytes: Buffer, start: number, end: number) =>
      this.#parser.cells(bytes, start, end, count);
    await this.#read(readRows(this.#source, this.#marks, this.#rowNumbers(wholeFile, 0, rows), visit));
    return counts;
  }

  /** Whether rows are still where the index has them: another file in the place of the shown one changes nothing about them. */
  async hasIndexedBytes(): Promise<boolean> {
    const { size, mtimeMs } = await promisify(fstat)(this.#source.fd);
    return size === this.#indexed.size && mtimeMs === this.#indexed.mtimeMs;
  }

  /** Whether the path still refers to the shown file. */
  async fileState(): Promise<'same' | 'changed' | 'gone'> {
    try {
      const now = await stat(this.#path);
      const { size, mtimeMs, ino } = this.#opened;
      return now.size === size && now.mtimeMs === mtimeMs && now.ino === ino ? 'same' : 'changed';
    } catch {
      return 'gone';
    }
  }

  /** Ends the worker and removes its temporary file. May be called more than once. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#connection.close();
    await Promise.allSettled(this.#reading); // a closed file's descriptor may soon belong to another file
    await this.#dispose();
  }

  #grow({ marks, columns, textEncoding, ...progress }: IndexProgress): IndexState {
    for (const name of columns) this.#parser.addColumn(name);
    this.#isDecodable = progress.isDecodable;
    this.#problemCount = progress.problemCount;
    this.#expectedCells = progress.expectedCells;
    if (textEncoding !== this.#textEncoding) {
      this.#textEncoding = textEncoding;
      this.#dialect = { ...this.#dialect, encoding: textEncoding };
      this.#parser.decodeAs(textEncoding);
    }
    this.#marks.add(marks, progress.rows, progress.doneBytes);
    return { ...progress, columns: this.#parser.columns, dialect: this.#dialect, bytes: this.#source.bytes };
  }

  #rowNumbers(view: View, from: number, to: number): number[] {
    const last = Math.min(to, this.rowsOf(view));
    const rows: number[] = [];
    for (let at = Math.max(0, from); at < last; at++) rows.push(view.order?.[at] ?? at);
    return rows;
  }

  async #read<T>(reading: Promise<T>): Promise<T> {
    this.#reading.add(reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(reading);
    }
  }
}

// Reads rows by their number, a few at a time, from the offsets that the index holds.
/** The offsets of every 16th row; grows while the file is indexed. */
class RowMarks {
  #places = new Float64Array(1024);
  #count = 0;
  rows = 0;
  /** Everything before this offset is indexed. */
  doneBytes = 0;

  add(marks: Float64Array, rows: number, doneBytes: number): void {
    while (this.#count + marks.length > this.#places.length) {
      const larger = new Float64Array(this.#places.length * 2);
      larger.set(this.#places);
      this.#places = larger;
    }
    this.#places.set(marks, this.#count);
    this.#count += marks.length;
    this.rows = rows;
    this.doneBytes = doneBytes;
  }

  /** The range of bytes with the rows of the marks `first` to `last`, both included. */
  range(first: number, last: number): { readonly from: number; readonly to: number } {
    const to = last + 1 < this.#count ? this.#places[last + 1] : undefined;
    return { from: this.#places[first] ?? 0, to: to ?? this.doneBytes };
  }
}

type RowVisitor = (
  row: number,
  bytes: Buffer,
  start: number,
  end: number,
  found: { readonly cells: number; readonly flaw: Flaw | undefined },
) => void;

/** Visits each of `rows` that is below `marks.rows`, neighbors in one read. */
async function readRows(
  source: Source,
  marks: RowMarks,
  rows: readonly number[],
  visit: RowVisitor,
): Promise<void> {
  const wanted = new Set(rows);
  const blocks = [...new Set(rows.map((row) => Math.floor(row / rowsPerMark)))];
  await Promise.all(joinNeighbours(blocks).map((run) => readRun(source, marks, run, wanted, visit)));
}

interface Run {
  readonly first: number;
  readonly last: number;
}

function joinNeighbours(blocks: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const block of blocks.toSorted((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last.last + 1 === block) runs[runs.length - 1] = { first: last.first, last: block };
    else runs.push({ first: block, last: block });
  }
  return runs;
}

async function readRun(
  source: Source,
  marks: RowMarks,
  { first, last }: Run,
  wanted: ReadonlySet<number>,
  visit: RowVisitor,
): Promise<void> {
  const { from, to } = marks.range(first, last);
  const buffer = Buffer.allocUnsafe(to - from);
  const { bytesRead } = await readAt(source.fd, buffer, 0, buffer.length, from);
  let row = first * rowsPerMark;
  createSplitter(source, true).split(buffer, 0, bytesRead, true, (start, end, cells, flaw) => {
    if (end === start) return;
    if (wanted.has(row) && row < marks.rows) visit(row, buffer, start, end, { cells, flaw });
    row++;
  });
}
