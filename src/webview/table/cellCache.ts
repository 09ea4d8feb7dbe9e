// The cells that are near the screen; what is missing is asked for in whole blocks of rows.

export const blockRows = 32;
/** As many rows as several screens have, whichever way somebody scrolls. */
const mostBlocks = 128;

export interface CellRequest {
  readonly from: number;
  readonly to: number;
  readonly columns: readonly number[];
}

export interface CellBlock {
  readonly from: number;
  readonly columns: readonly number[];
  readonly cells: readonly (readonly string[])[];
}

export class CellCache {
  /** By block, then by column. A column that was asked for and has not come yet is undefined. */
  readonly #blocks = new Map<number, Map<number, readonly string[] | undefined>>();

  clear(): void {
    this.#blocks.clear();
  }

  /** Rows may have come after these since they were read: the last block is read again. */
  forgetFrom(row: number): void {
    for (const block of this.#blocks.keys()) {
      if (block >= Math.floor(row / blockRows)) this.#blocks.delete(block);
    }
  }

  /** Undefined while it is on its way. */
  get(row: number, column: number): string | undefined {
    return this.#blocks.get(Math.floor(row / blockRows))?.get(column)?.[row % blockRows];
  }

  /** Of the rows `[from, to)` not one cell is there: somebody has jumped to them. */
  hasNothingOf(from: number, to: number, columns: readonly number[]): boolean {
    const isMissing = (row: number) => columns.every((column) => this.get(row, column) === undefined);
    return to > from && columns.length > 0 && isMissing(from) && isMissing(to - 1);
  }

  /** Blocks that nobody waits for any more are left out. */
  put({ from, columns, cells }: CellBlock): void {
    for (const [at, column] of columns.entries()) {
      const texts = cells[at] ?? [];
      for (let start = 0; start < texts.length; start += blockRows) {
        const block = this.#blocks.get(Math.floor((from + start) / blockRows));
        block?.set(column, texts.slice(start, start + blockRows));
      }
    }
  }

  /** What is to be asked for so that the rows `[from, to)` of a table of `rows` can show. Counts as asked for from now on. */
  missing(from: number, to: number, columns: readonly number[], rows: number): CellRequest[] {
    const requests: CellRequest[] = [];
    for (let index = Math.floor(from / blockRows); index * blockRows < to; index++) {
      const block = this.#blocks.get(index) ?? new Map<number, readonly string[] | undefined>();
      this.#blocks.delete(index); // so that it is the last to be dropped
      this.#blocks.set(index, block);
      const wanted = columns.filter((column) => !block.has(column));
      if (wanted.length === 0) continue;
      for (const column of wanted) block.set(column, undefined);
      const start = index * blockRows;
      const end = Math.min(start + blockRows, rows);
      const before = requests.at(-1);
      // Blocks side by side are one question and one answer.
      const isNext = before?.to === start && before.columns.join() === wanted.join();
      if (isNext) requests[requests.length - 1] = { ...before, to: end };
      else requests.push({ from: start, to: end, columns: wanted });
    }
    for (const index of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks) break;
      this.#blocks.delete(index);
    }
    return requests;
  }
}
