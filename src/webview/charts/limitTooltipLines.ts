// Which lines a tooltip shows where not all of them have room.

/** More would cover the chart. */
const maxLines = 12;
/** As in charts.css. */
const linePx = 17;
/** Its border and padding, a title of two lines, and the line that says how many more there are. */
const otherPx = 16 + 3 * linePx;

/** With its border. */
const totalPx = linePx + 7;

/** How many lines a tooltip shows in an area of this height. */
export function lineRoom(heightPx: number, hasTotal = false): number {
  const roomPx = heightPx - otherPx - (hasTotal ? totalPx : 0);
  return Math.max(1, Math.min(maxLines, Math.floor(roomPx / linePx)));
}

interface SortedLine {
  readonly amount?: number | null | undefined;
  readonly isHovered?: boolean | undefined;
}

/** All lines if there is room, else those with the largest amounts first; the hovered one is always among them. */
export function limitTooltipLines<Line extends SortedLine>(
  lines: readonly Line[],
  room: number,
): readonly Line[] {
  if (lines.length <= room) return lines;
  const amountOf = ({ amount }: Line) => amount ?? -Infinity;
  const sorted = lines.toSorted((a, b) => compareDown(amountOf(a), amountOf(b)));
  const hovered = sorted.slice(room).find(({ isHovered }) => isHovered);
  return hovered ? [...sorted.slice(0, room - 1), hovered] : sorted.slice(0, room);
}

function compareDown(a: number, b: number): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
