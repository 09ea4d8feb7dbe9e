// What the page of a table saves of its columns, by name, so that it fits the file after a reload.
import type { ColumnLayoutState } from './columnLayout.ts';

/** The layout of the columns in the page's saved state; undefined if there is none. */
export function readSavedLayout(saved: unknown): ColumnLayoutState | undefined {
  const layout = fieldOf(saved, 'layout');
  const order = fieldOf(layout, 'order');
  const hidden = fieldOf(layout, 'hidden');
  const pinned = fieldOf(layout, 'pinned');
  const widths = fieldOf(layout, 'widths');
  if (!Array.isArray(order) || !Array.isArray(hidden) || typeof widths !== 'object' || !widths)
    return undefined;
  return {
    order: order.filter((name) => typeof name === 'string'),
    hidden: hidden.filter((name) => typeof name === 'string'),
    pinned: Array.isArray(pinned) ? pinned.filter((name) => typeof name === 'string') : [],
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([name, px]) => (typeof px === 'number' ? [[name, px] as const] : [])),
    ),
  };
}

export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
