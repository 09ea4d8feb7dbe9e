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
  readonly flaws: readonly RowReason[];
}

/** What is wrong with a row, in a sentence. */
export interface RowReason {
  readonly row: number;
  readonly reason: string;
}

export class CellCache {
  /** Cells by block, then by column. A column that was requested and has not arrived is undefined. */
  readonly #blocks = new Map<number, Map<number, readonly string[] | undefined>>();
  /** What is wrong with rows, by block. */
  readonly #flaws = new Map<number, readonly RowReason[]>();

  clear(): void {
    this.#blocks.clear();
    this.#flaws.clear();
  }

  /** The file has grown: the block with this row, and all later ones, are requested again. */
  forgetFrom(row: number): void {
    for (const block of this.#blocks.keys()) {
      if (block < Math.floor(row / blockRows)) continue;
      this.#blocks.delete(block);
      this.#flaws.delete(block);
    }
  }

  /** Undefined until it arrives. */
  get(row: number, column: number): string | undefined {
    return this.#blocks.get(Math.floor(row / blockRows))?.get(column)?.[row % blockRows];
  }

  /** What is wrong with a row; undefined if nothing is, or until it arrives. */
  flawOf(row: number): string | undefined {
    return this.#flaws.get(Math.floor(row / blockRows))?.find((flaw) => flaw.row === row)?.reason;
  }

  /** Ignores blocks that were dropped since they were requested. */
  put({ from, columns, cells, flaws }: CellBlock): void {
    for (const [block, ofBlock] of Map.groupBy(flaws, ({ row }) => Math.floor(row / blockRows)))
      if (this.#blocks.has(block)) this.#flaws.set(block, ofBlock);
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
      this.#flaws.delete(index);
    }
    return requests;
  }
}

// Limits the requests for cells. While the scroll bar is dragged, the rows on the way are not requested: they would delay
// the rows at the end.
/** Requests without an answer. */
const maxOpen = 2;
/** A later answer may never come, because the host skips requests for another view. */
const maxWaitMs = 500;

export class CellRequests {
  readonly #send: (requests: readonly CellRequest[]) => void;
  readonly #retry: () => void;
  #open = 0;
  #sentMs = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param retry called if a request was held back and no response has arrived for long */
  constructor(send: (requests: readonly CellRequest[]) => void, retry: () => void) {
    this.#send = send;
    this.#retry = retry;
  }

  /** @param create called only if requests can be sent now; else the next answer is the time to try again */
  send(create: () => readonly CellRequest[]): void {
    const nowMs = performance.now();
    if (nowMs - this.#sentMs >= maxWaitMs) this.#open = 0;
    if (this.#open >= maxOpen) return this.#retryLater();
    const requests = create();
    if (requests.length === 0) return;
    this.#open += requests.length;
    this.#sentMs = nowMs;
    this.#send(requests);
  }

  answered(): void {
    this.#open = Math.max(0, this.#open - 1);
  }

  /** Pending responses are no longer needed. */
  forget(): void {
    this.#open = 0;
  }

  #retryLater(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => {
      this.#open = 0;
      this.#retry();
    }, maxWaitMs);
  }
}
