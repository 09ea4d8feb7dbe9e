// What keys do in the grid: move the active cell, extend the selection, or run a command.
import { holdsMod, isMac, pressedKey } from '#webview/elements/pressedKey.ts';
import { type Cell, extendTo, selectCell, type Selection, type GridSize } from './cellSelection.ts';

export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** How a person changed a column. */
export interface ColumnChange {
  readonly column: number;
  /** Otherwise it was moved, or could not be moved any further. */
  readonly isResized: boolean;
}

export type GridCommand =
  | { readonly type: 'enter' | 'menu' | 'columnMenu' | 'selectRows' | 'selectAll' | 'copy' }
  /** `step`: places, or steps of width; negative to the left, or narrower. */
  | { readonly type: 'moveColumn' | 'resizeColumn'; readonly step: 1 | -1 };

/** Undefined for a key that the grid does not use. */
export function gridCommand(event: KeyPress, onMac = isMac): GridCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isMod = holdsMod(event, onMac) && !altKey; // AltGr types letters
  if (key === 'Enter') return { type: 'enter' };
  if (key === ' ' && shiftKey) return { type: 'selectRows' };
  if (isMod && pressedKey(event) === 'a') return { type: 'selectAll' };
  if (isMod && pressedKey(event) === 'c') return { type: 'copy' };
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { type: 'menu' };
  if (!altKey) return undefined;
  if (key === 'ArrowDown') return { type: 'columnMenu' };
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
  return step && { type: shiftKey ? 'moveColumn' : 'resizeColumn', step };
}

/** The selection after an arrow key, Home, End, Page Up or Page Down; undefined for other keys. */
export function moveByKey(selection: Selection, press: KeyPress, size: GridSize): Selection | undefined {
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

function targetOf({ row, column }: Cell, press: KeyPress, size: GridSize): Cell | undefined {
  const isFar = press.ctrlKey || press.metaKey; // Ctrl also on a Mac, whose spreadsheets know both
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

/** Right opens the group whose row is active, Left closes it; Enter does either. */
export function togglesGroup(event: KeyboardEvent, isOpen: boolean): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey) return false;
  return key === 'Enter' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
}
