// How series are distinguished: by color, and by dash and marker if colors repeat or are hard to tell apart.

/** Colors of charts.css, `c0` to `c7`. */
export const colorCount = 8;

/** @param index of a series; what repeats a color has another dash */
export function seriesClass(index: number): string {
  return `c${index % colorCount} d${Math.floor(index / colorCount) % 4}`;
}

const shapes: readonly ((x: number, y: number, r: number) => string)[] = [
  (x, y, r) => `M${x - r},${y}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0Z`,
  (x, y, r) => `M${x - r},${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (x, y, r) => `M${x},${y - 1.3 * r}l${1.3 * r},${1.3 * r}l${-1.3 * r},${1.3 * r}l${-1.3 * r},${-1.3 * r}Z`,
  (x, y, r) => `M${x},${y - 1.2 * r}L${x + 1.2 * r},${y + r}H${x - 1.2 * r}Z`,
];

/** The outline of a series' marker around a place. */
export function markerPath(index: number, x: number, y: number, r: number): string {
  return shapes[index % shapes.length]?.(x, y, r) ?? '';
}
