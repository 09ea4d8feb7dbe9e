// The active cell and the selected range.

/** `row` −1 is the header; `column` is a place among the visible columns. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  /** Where the selection began. */
  readonly anchor: Cell;
  readonly active: Cell;
  readonly isWholeRows: boolean;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
}

export function selectCell(cell: Cell): Selection {
  return { anchor: cell, active: cell, isWholeRows: false };
}

export function extendTo(selection: Selection, active: Cell): Selection {
  return { ...selection, active };
}

/** Rows `[fromRow, toRow)` and columns `[fromColumn, toColumn)`; no rows while the header is active. */
export function rangeOf({ anchor, active, isWholeRows }: Selection, size: GridSize) {
  if (active.row < 0) {
    return { fromRow: 0, toRow: 0, fromColumn: active.column, toColumn: active.column + 1 };
  }
  const rows = [Math.max(0, anchor.row), Math.max(0, active.row)];
  const columns = isWholeRows ? [0, size.columns - 1] : [anchor.column, active.column];
  return {
    fromRow: Math.min(...rows),
    toRow: Math.min(Math.max(...rows) + 1, size.rows),
    fromColumn: Math.min(...columns),
    toColumn: Math.min(Math.max(...columns) + 1, size.columns),
  };
}

export function isWithin({ row, column }: Cell, range: ReturnType<typeof rangeOf>): boolean {
  const { fromRow, toRow, fromColumn, toColumn } = range;
  return row >= fromRow && row < toRow && column >= fromColumn && column < toColumn;
}
