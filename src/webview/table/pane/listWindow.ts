/** The height of each row of a list that may be long, as table.css has it. */
export const listRowPx = 24;
/** Rows beyond the visible ones on either side: a key moves to them. */
const margin = 10;

/** The rows `[from, to)` to render of `count`. @param topPx where the list begins below the top of what scrolls it */
export function listWindow(topPx: number, visiblePx: number, count: number) {
  const first = Math.floor(-topPx / listRowPx) - margin;
  const last = Math.ceil((visiblePx - topPx) / listRowPx) + margin;
  const to = Math.max(0, Math.min(count, last));
  return { from: Math.max(0, Math.min(first, to)), to };
}
