// The layout of tiles: on twelve columns as in the service's web UI, or in a single column.
import { type Fields, fieldsOf, isFields } from './resultValues.ts';

const columnCount = 12;

/** A place in columns and rows, from 0. */
export interface TileBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** `wide` on twelve columns, `narrow` on one; absent if a tile has no place of its own. */
export interface TileLayout {
  readonly wide?: TileBox | undefined;
  readonly narrow?: TileBox | undefined;
}

/** Taller tiles do not fit on a screen. */
const tallest = 30;
const usual = { w: 6, h: 5 };

/** @param tile of a dashboard's response, unchecked */
export function readLayout(tile: unknown): TileLayout {
  const { sm, xs } = fieldsOf(fieldsOf(tile).layouts);
  return {
    wide: isFields(sm) ? readBox(sm, columnCount) : undefined,
    narrow: isFields(xs) ? readBox(xs, 1) : undefined,
  };
}

/** Undefined if it is no place on so many columns. Deployments send numbers as text as well. */
function readBox(raw: Fields, columns: number): TileBox | undefined {
  const [x, y, w, h] = [raw.x, raw.y, raw.w, raw.h].map((value) => Math.round(Number(value ?? Number.NaN)));
  if (x === undefined || y === undefined || w === undefined || h === undefined) return undefined;
  const isPlace = x >= 0 && x < columns && y >= 0 && w >= 1 && h >= 1 && Number.isFinite(y);
  return isPlace ? { x, y, w: Math.min(w, columns - x), h: Math.min(h, tallest) } : undefined;
}

/**
 * The boxes in the order of the given tiles. Each moves up as far as possible without overlapping another; a
 * tile without a position follows the last one.
 */
export function placeTiles(layouts: readonly TileLayout[], isNarrow: boolean): readonly TileBox[] {
  const columns = isNarrow ? 1 : columnCount;
  const heights = Array<number>(columns).fill(0);
  const boxes = layouts.map((layout) => (isNarrow ? narrowBox(layout) : layout.wide));
  const order = boxes
    .map((box, index) => ({ box, index }))
    .toSorted((a, b) => (a.box?.y ?? Infinity) - (b.box?.y ?? Infinity) || (a.box?.x ?? 0) - (b.box?.x ?? 0));
  const placed: TileBox[] = [];
  for (const { box, index } of order) {
    const { x, w, h } = box ?? freePlace(heights, isNarrow ? { w: 1, h: usual.h } : usual);
    const y = Math.max(...heights.slice(x, x + w));
    heights.fill(y + h, x, x + w);
    placed[index] = { x, y, w, h };
  }
  return placed;
}

/** On one column a tile keeps its place in the wide layout's order, and its height. */
function narrowBox({ narrow, wide }: TileLayout): TileBox | undefined {
  if (narrow) return { ...narrow, x: 0, w: 1 };
  return wide && { x: 0, y: wide.y + wide.x / columnCount, w: 1, h: wide.h };
}

/** The highest place that is wide enough, the leftmost of several. */
function freePlace(heights: readonly number[], { w, h }: { readonly w: number; readonly h: number }) {
  let best = { x: 0, y: Infinity };
  for (let x = 0; x + w <= heights.length; x += w) {
    const y = Math.max(...heights.slice(x, x + w));
    if (y < best.y) best = { x, y };
  }
  return { x: best.x, w, h };
}
