/** A place in a chart, in pixels from its left and its top. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** How far a place is from the line between two others. */
export function distanceToLine({ x, y }: Place, from: Place, to: Place): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((x - from.x) * dx + (y - from.y) * dy) / length;
  const part = Math.min(1, Math.max(0, along));
  return Math.hypot(from.x + part * dx - x, from.y + part * dy - y);
}

/** A size in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
