// What a table and its worker say to each other.
import type { IndexProgress } from './indexRows.ts';
import type { ColumnSummary, Query } from './query.ts';
import type { Source } from './scanRows.ts';

/** Given to the worker at its start. It shares the open file and makes `scratchFile` when it needs one. */
export interface WorkerData {
  readonly source: Source;
  readonly scratchFile: string;
}

export type WorkerRequest =
  | { readonly type: 'view'; readonly id: number; readonly query: Query }
  /** Of the rows of the view that was made last. */
  | { readonly type: 'summary'; readonly id: number; readonly column: number }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'close' };

export type WorkerMessage =
  | { readonly type: 'index'; readonly progress: IndexProgress }
  /** Reading the file for the request has come this far: 0 to 1. */
  | { readonly type: 'share'; readonly id: number; readonly share: number }
  /** Row numbers in the view's order; undefined for all rows as they stand in the file. */
  | { readonly type: 'viewed'; readonly id: number; readonly order: Uint32Array<ArrayBuffer> | undefined }
  | { readonly type: 'summary'; readonly id: number; readonly summary: ColumnSummary }
  | { readonly type: 'failed'; readonly id: number; readonly message: string }
  /** The file could not be read through. */
  | { readonly type: 'broken'; readonly message: string };
