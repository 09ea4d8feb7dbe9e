// The active cell, the selected range, and the keys that move them.

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

export interface Size {
  readonly rows: number;
  readonly columns: number;
  /** Rows that Page Up and Page Down move by. */
  readonly page: number;
}

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

export const firstCell: Selection = {
  anchor: { row: 0, column: 0 },
  active: { row: 0, column: 0 },
  isWholeRows: false,
};

export function selectCell(cell: Cell): Selection {
  return { anchor: cell, active: cell, isWholeRows: false };
}

export function extendTo(selection: Selection, active: Cell): Selection {
  return { ...selection, active };
}

/** Rows `[fromRow, toRow)` and columns `[fromColumn, toColumn)`; no rows while the header is active. */
export function rangeOf({ anchor, active, isWholeRows }: Selection, size: Size) {
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

/** The selection after an arrow key, Home, End, Page Up or Page Down; undefined for other keys. */
export function moveByKey(selection: Selection, press: KeyPress, size: Size): Selection | undefined {
  if (press.altKey) return undefined;
  const target = targetOf(selection.active, press, size);
  if (!target) return undefined;
  const lowest = press.shiftKey && selection.active.row >= 0 ? 0 : -1;
  const active = {
    row: Math.min(Math.max(target.row, lowest), size.rows - 1),
    column: Math.min(Math.max(target.column, 0), Math.max(0, size.columns - 1)),
  };
  return press.shiftKey ? extendTo(selection, active) : selectCell(active);
}

function targetOf({ row, column }: Cell, press: KeyPress, size: Size): Cell | undefined {
  const isFar = press.ctrlKey || press.metaKey;
  const lastRow = size.rows - 1;
  const lastColumn = size.columns - 1;
  switch (press.key) {
    case 'ArrowUp':
      return { row: isFar ? Math.min(row, 0) : row - 1, column };
    case 'ArrowDown':
      return { row: isFar ? lastRow : row + 1, column };
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: isFar ? lastColumn : column + 1 };
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 };
    case 'End':
      return { row: isFar ? lastRow : row, column: lastColumn };
    case 'PageUp':
      return { row: row < 0 ? row : Math.max(0, row - size.page), column };
    case 'PageDown':
      return { row: row + size.page, column };
    default:
      return undefined;
  }
}
