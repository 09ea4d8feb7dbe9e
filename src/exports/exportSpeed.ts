import { defaultPagingLimits } from '#exports/paging/pagingLimits.ts';

/** Enough for a first number that lasts. */
const minMs = 2000;
const minRows = 2 * defaultPagingLimits.pageSize;

/** How fast persons come. It counts from the first ones, because a service computes the whole cohort before it sends them. */
export class ExportSpeed {
  readonly #startRows: number;
  #first: { readonly rows: number; readonly atMs: number } | undefined;

  /** @param startRows what a resumed export has already */
  constructor(startRows: number) {
    this.#startRows = startRows;
  }

  /** Persons per second so far; undefined if too few have come since the first ones. */
  perSecond(rows: number, nowMs: number): number | undefined {
    if (rows <= this.#startRows) return undefined;
    this.#first ??= { rows, atMs: nowMs };
    const newRows = rows - this.#first.rows;
    const elapsedMs = nowMs - this.#first.atMs;
    return newRows < minRows || elapsedMs < minMs ? undefined : newRows / (elapsedMs / 1000);
  }
}
