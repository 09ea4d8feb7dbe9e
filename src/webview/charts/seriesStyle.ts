// How series are distinguished: by color, and by dash, hatch and marker if colors repeat or are hard to tell apart. The
// colors of each theme are in charts.css.

/** Colors of charts.css, `c0` to `c7`. */
export const colorCount = 8;

/** The side of the square that a hatch repeats. */
export const hatchPx = 8;

/** What is drawn over the fill of series that repeat a color, the second time, the third time, and so on. */
export const hatches: readonly string[] = [
  'M-2,2L2,-2M0,8L8,0M6,10L10,6',
  'M0,2H8M0,6H8',
  'M1,1h2v2h-2ZM5,5h2v2h-2Z',
  'M-2,6L2,10M0,0L8,8M6,-2L10,2',
  'M2,0V8M6,0V8',
  'M0,4H8M4,0V8',
];

/** How much of a line its sample in the legend has, and how wide that is: the dashes of a repeated color are smaller there. */
export function lineSample(index: number): { readonly lengthPx: number; readonly widthPx: number } {
  return repeatOf(index) === 0 ? { lengthPx: 18, widthPx: 18 } : { lengthPx: 44, widthPx: 30 };
}

/** How many series before it have its color. */
function repeatOf(index: number): number {
  return Math.floor(index / colorCount) % (hatches.length + 1);
}

/** @param index of a series; what repeats a color has another dash */
export function seriesClass(index: number): string {
  return `c${index % colorCount} d${repeatOf(index)}`;
}

export function hatchId(hatch: number): string {
  return `hatch-${hatch}`;
}

/** The place of its hatch; undefined for the first series of a color. */
export function hatchOf(index: number): number | undefined {
  const repeat = repeatOf(index);
  return repeat === 0 ? undefined : repeat - 1;
}

const shapes: readonly ((x: number, y: number, r: number) => string)[] = [
  (x, y, r) => `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`,
  (x, y, r) => `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (x, y, r) => `M${x},${y - 1.3 * r}l${1.3 * r},${1.3 * r}l${-1.3 * r},${1.3 * r}l${-1.3 * r},${-1.3 * r}Z`,
  (x, y, r) => `M${x},${y - 1.2 * r}L${x + 1.2 * r},${y + r}H${x - 1.2 * r}Z`,
];

/** Of the marker of a point that is not highlighted. */
export const markerRadius = 2.5;

/** The outline of a series' marker around a place. */
export function markerPath(index: number, x: number, y: number, r: number): string {
  return shapes[index % shapes.length]?.(x, y, r) ?? '';
}
