// Where the grid is, to be gone to again by a later page of the same file.
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import type { Cell } from './cellSelection.ts';
import type { ColumnScroller } from './columnScroller.ts';
import type { RowScroller } from './rowScroller.ts';

/** Where the grid is: rows of the grid, and columns by their numbers. */
export interface GridPlace {
  readonly topRow: number;
  /** Of those that scroll. */
  readonly firstColumn: number | undefined;
  readonly activeRow: number;
  readonly activeColumn: number | undefined;
}

export function placeIn(
  { visible }: ColumnLayout,
  active: Cell,
  { visibleRows }: RowScroller,
  { firstPlace }: ColumnScroller,
): GridPlace {
  return {
    topRow: visibleRows.from,
    firstColumn: visible[firstPlace],
    activeRow: active.row,
    activeColumn: visible[active.column],
  };
}
