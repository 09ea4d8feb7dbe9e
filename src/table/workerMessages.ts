// The messages between a table and its worker.
import type { FoundRows } from './columnQueries.ts';
import type { IndexProgress } from './indexRows.ts';
import type { ColumnSummary, Query } from './tableQuery.ts';
import type { Source } from './scanRows.ts';

/** An error of the worker, whose codes a message between threads would lose. */
export interface WorkerFailure {
  readonly message: string;
  /** The system's, such as `EIO`, or `ERR_SQLITE_ERROR` with an `errcode`. */
  readonly code: unknown;
  readonly errcode: unknown;
}

/** The worker's start data. It shares the open file and creates `scratchFile` when it needs one. */
export interface WorkerData {
  readonly source: Source;
  readonly scratchFile: string;
}

export type WorkerRequest =
  | { readonly type: 'view'; readonly id: number; readonly query: Query }
  /** Requests a summary of the rows of the last view. */
  | { readonly type: 'summary'; readonly id: number; readonly column: number }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

export type WorkerMessage =
  | { readonly type: 'index'; readonly progress: IndexProgress }
  /** How much of the file is read for the request, 0 to 1. */
  | { readonly type: 'share'; readonly id: number; readonly share: number }
  | { readonly type: 'viewed'; readonly id: number; readonly found: FoundRows }
  | { readonly type: 'summary'; readonly id: number; readonly summary: ColumnSummary }
  | { readonly type: 'failed'; readonly id: number; readonly failure: WorkerFailure }
  /** The file could not be read to its end. */
  | { readonly type: 'broken'; readonly failure: WorkerFailure };
