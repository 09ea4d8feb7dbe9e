// If a tooltip is on the page.
import type { Size } from './pixelSize.ts';

/** A part of the page, in pixels from its left and top. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const distancePx = 12;

/** Beside a point, on its left if the right has no room; inside of the area even if the point is not. */
export function placeTooltip(
  point: { readonly x: number; readonly y: number },
  { width, height }: Size,
  { left, top, right, bottom }: Area,
): { readonly left: number; readonly top: number } {
  const isRight = point.x + distancePx + width <= right;
  const wanted = isRight ? point.x + distancePx : point.x - distancePx - width;
  return {
    left: Math.max(left, wanted),
    top: Math.max(top, Math.min(point.y - height / 2, bottom - height)),
  };
}
