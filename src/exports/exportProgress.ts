// Reports how far an export is, often enough to look alive and seldom enough to cost nothing.
import type { RetryWait } from '#api/clientTypes.ts';
import { defaultPagingLimits } from '#exports/paging/readPages.ts';

const everyMs = 100;

export interface ExportProgress {
  /** Persons so far. */
  readonly rows: number;
  /** Bytes of the file so far. */
  readonly bytes: number;
  readonly expectedRows: number | undefined;
  /** Set while no request is sent: how long from now, and why. */
  readonly waiting: RetryWait | undefined;
}

export interface ProgressReporter {
  /** `bytes` of the file so far. At the end of a page it is reported immediately: the next page may be long in coming. */
  report(rows: number, bytes: number, isPageEnd?: boolean): void;
  /** Reports the wait immediately, and with each `report` until it is over: other pages may come meanwhile. */
  wait(wait: RetryWait): void;
  finish(rows: number, bytes: number): void;
}

/** @param from what a resumed export has already */
export function createProgress(
  onProgress: (progress: ExportProgress) => void,
  expectedRows: number | undefined,
  from: { readonly rows: number; readonly bytes: number } = { rows: 0, bytes: 0 },
  nowMs: () => number = () => performance.now(),
): ProgressReporter {
  let last: ExportProgress = { rows: from.rows, bytes: from.bytes, expectedRows, waiting: undefined };
  let reportedMs = nowMs();
  let waitsUntilMs = 0;
  const send = (progress: ExportProgress): void => {
    last = progress;
    reportedMs = nowMs();
    onProgress(progress);
  };
  send(last);
  return {
    report(rows, bytes, isPageEnd = false) {
      const leftMs = waitsUntilMs - nowMs();
      const isWaiting = last.waiting !== undefined && leftMs > 0;
      const hasWaited = last.waiting !== undefined && leftMs <= 0;
      const areFirst = last.rows === 0 && rows > 0; // the next chunk may be long in coming
      if (!isPageEnd && !hasWaited && !areFirst && nowMs() - reportedMs < everyMs) return;
      const waiting = isWaiting && last.waiting ? { ...last.waiting, ms: leftMs } : undefined;
      send({ rows, bytes, expectedRows, waiting });
    },
    wait(waiting) {
      waitsUntilMs = nowMs() + waiting.ms;
      send({ ...last, waiting });
    },
    finish(rows, bytes) {
      send({ rows, bytes, expectedRows, waiting: undefined });
    },
  };
}

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
