// The cells around the visible ones. Missing cells are requested in blocks of rows.

export const blockRows = 32;
/** Several screens of rows in either direction. */
const maxBlocks = 128;

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
  /** Cells by block, then by column. A column that was requested and has not arrived is undefined. */
  readonly #blocks = new Map<number, Map<number, readonly string[] | undefined>>();

  clear(): void {
    this.#blocks.clear();
  }

  /** The file has grown: the block with this row, and all later ones, are requested again. */
  forgetFrom(row: number): void {
    for (const block of this.#blocks.keys()) {
      if (block >= Math.floor(row / blockRows)) this.#blocks.delete(block);
    }
  }

  /** Undefined until it arrives. */
  get(row: number, column: number): string | undefined {
    return this.#blocks.get(Math.floor(row / blockRows))?.get(column)?.[row % blockRows];
  }

  /** Whether no cells of the rows `[from, to)` are loaded, as after a jump of the scroll bar. */
  hasNothingOf(from: number, to: number, columns: readonly number[]): boolean {
    const isMissing = (row: number) => columns.every((column) => this.get(row, column) === undefined);
    return to > from && columns.length > 0 && isMissing(from) && isMissing(to - 1);
  }

  /** Ignores blocks that were dropped since they were requested. */
  put({ from, columns, cells }: CellBlock): void {
    for (const [at, column] of columns.entries()) {
      const texts = cells[at] ?? [];
      for (let start = 0; start < texts.length; start += blockRows) {
        const block = this.#blocks.get(Math.floor((from + start) / blockRows));
        block?.set(column, texts.slice(start, start + blockRows));
      }
    }
  }

  /** The requests for the missing cells of the rows `[from, to)`, which count as requested from now on. @param rows of the view */
  missing(from: number, to: number, columns: readonly number[], rows: number): CellRequest[] {
    const requests: CellRequest[] = [];
    for (let index = Math.floor(from / blockRows); index * blockRows < to; index++) {
      const block = this.#blocks.get(index) ?? new Map<number, readonly string[] | undefined>();
      this.#blocks.delete(index); // moves to the end, to be dropped last
      this.#blocks.set(index, block);
      const wanted = columns.filter((column) => !block.has(column));
      if (wanted.length === 0) continue;
      for (const column of wanted) block.set(column, undefined);
      const start = index * blockRows;
      const end = Math.min(start + blockRows, rows);
      const before = requests.at(-1);
      // Adjacent blocks become one request.
      const isNext = before?.to === start && before.columns.join() === wanted.join();
      if (isNext) requests[requests.length - 1] = { ...before, to: end };
      else requests.push({ from: start, to: end, columns: wanted });
    }
    for (const index of this.#blocks.keys()) {
      if (this.#blocks.size <= maxBlocks) break;
      this.#blocks.delete(index);
    }
    return requests;
  }
}
