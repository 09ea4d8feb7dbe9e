/** Around a place, so that all of a bar is in sight. */
const marginPx = 18;

/** Where a frame is scrolled to so that a place is in sight: no further than needed. */
export function scrollTopFor(y: number, scrollTop: number, height: number): number {
  const margin = Math.min(marginPx, height / 2);
  return Math.max(0, Math.min(y - margin, Math.max(scrollTop, y + margin - height)));
}
