// Reads rows by their number, a few at a time, from the offsets that the index holds.
import { rowsPerMark } from './indexRows.ts';
import type { RowParser } from './rowParser.ts';
import { createSplitter } from './rowSplitter.ts';
import { readAt, type Source } from './scanRows.ts';

/** The offsets of every 16th row; grows while the file is indexed. */
export class RowMarks {
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

export type RowVisitor = (row: number, bytes: Buffer, start: number, end: number) => void;

/** Visits each of `rows` that is below `marks.rows`, neighbors in one read. */
export async function readRows(
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
  createSplitter(source, true).split(buffer, 0, bytesRead, true, (start, end) => {
    if (end === start) return;
    if (wanted.has(row) && row < marks.rows) visit(row, buffer, start, end);
    row++;
  });
}

/** The texts of `rows` in `columns`, column by column, both in the given order. */
export async function readCells(
  source: Source,
  marks: RowMarks,
  parser: RowParser,
  rows: ArrayLike<number>,
  columns: readonly number[],
): Promise<string[][]> {
  const asked = Array.from(rows);
  const cells = columns.map(() => Array.from(asked, () => ''));
  const placeOf = new Map(columns.map((column, index) => [column, index]));
  const indexOf = new Map(asked.map((row, index) => [row, index]));
  await readRows(source, marks, asked, (row, bytes, start, end) => {
    const index = indexOf.get(row) ?? 0;
    parser.cells(bytes, start, end, (column, text) => {
      const texts = cells[placeOf.get(column) ?? -1];
      if (texts) texts[index] = text;
    });
  });
  return cells;
}
