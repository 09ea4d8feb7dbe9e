// The events and requests of the grid, which its page handles.
import type { CellRequest } from './cellCache.ts';
import type { Cell } from './cellSelection.ts';
import type { ColumnChange } from './gridKeys.ts';

export interface GridActions {
  readonly request: (requests: readonly CellRequest[]) => void;
  /** Another cell is active; `row` −1 is the header. */
  readonly onActive: (cell: Cell) => void;
  /** Enter or a double click on a row of the view. */
  readonly onOpen: (row: number) => void;
  readonly onScroll: () => void;
  /** Visible rows may have changed. */
  readonly onDraw: () => void;
  readonly onSort: (column: number) => void;
  readonly onMenu: (column: number, place: DOMRect) => void;
  /** The menu of a cell that is selected, maybe with others; `row` of the view. */
  readonly onCellMenu: (cell: Cell, place: DOMRect) => void;
  readonly onCopy: () => void;
  /** @param change by key */
  readonly onLayout: (change?: ColumnChange) => void;
}
