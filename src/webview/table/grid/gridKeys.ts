// What keys do in the grid besides moving the active cell.
import { isMac } from '#webview/elements/keyName.ts';
import type { KeyPress } from './selection.ts';

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
export function gridCommand(event: KeyPress): GridCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  if (key === 'Enter') return { type: 'enter' };
  if (key === ' ' && shiftKey) return { type: 'selectRows' };
  if (isMod && key.toLowerCase() === 'a') return { type: 'selectAll' };
  if (isMod && key.toLowerCase() === 'c') return { type: 'copy' };
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return { type: 'menu' };
  if (!altKey) return undefined;
  if (key === 'ArrowDown') return { type: 'columnMenu' };
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
  return step && { type: shiftKey ? 'moveColumn' : 'resizeColumn', step };
}
