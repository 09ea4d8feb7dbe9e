import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '#webview/elements/translate.ts';
import type { Place, Size } from './pixelPlace.ts';
import { Swatch } from './legend.tsx';

interface TooltipProps {
  readonly content: TooltipContent;
  /** Of the point in the frame. */
  readonly place: Place;
  readonly frame: HTMLElement;
}

/** A popover, because the chart’s frame cuts what is drawn in it. */
export function Tooltip({ content: { title, lines, total }, place, frame }: TooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  const { top, bottom } = areaAround(frame);
  const shown = limitTooltipLines(lines, lineRoom(bottom - top, total !== undefined));
  useLayoutEffect(() => box.current?.showPopover(), []);
  useLayoutEffect(() => {
    const move = (): void => {
      if (box.current) moveBeside(box.current, place, frame);
    };
    move();
    document.addEventListener('scroll', move, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', move, { capture: true });
  });
  return (
    <div class="tooltip" popover="manual" ref={box} aria-hidden="true">
      <div class="tooltip-title">{title}</div>
      {shown.map(
        (
          { label, place: ownPlace, value, color, isHovered, isComparison = false, isLine = false },
          index,
        ) => (
          <div class={isHovered ? 'tooltip-line hovered' : 'tooltip-line'} key={index}>
            {color !== undefined && <Swatch color={color} isComparison={isComparison} isLine={isLine} />}
            <span class="tooltip-label">{label}</span>
            {ownPlace !== undefined && <span class="tooltip-place faint">{ownPlace}</span>}
            <span class="tooltip-value">{value}</span>
          </div>
        ),
      )}
      {lines.length > shown.length && (
        <div class="faint">{t('and {0} more', lines.length - shown.length)}</div>
      )}
      {total && (
        <div class="tooltip-line tooltip-total">
          <span class="tooltip-label">{total.label}</span>
          <span class="tooltip-value">{total.value}</span>
        </div>
      )}
    </div>
  );
}

function moveBeside(box: HTMLElement, place: Place, frame: HTMLElement): void {
  const area = areaAround(frame);
  const outer = frame.getBoundingClientRect();
  const point = { x: outer.left + place.x - frame.scrollLeft, y: outer.top + place.y - frame.scrollTop };
  const { left, top } = placeTooltip(point, { width: box.offsetWidth, height: box.offsetHeight }, area);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
  const isInSight = outer.bottom > area.top && outer.top < area.bottom;
  box.style.visibility = isInSight ? 'visible' : 'hidden';
}

/** The page below its header: of what scrolls around the frame, the top, and else as far as the page goes. */
function areaAround(frame: HTMLElement): Area {
  const { clientWidth: right, clientHeight: bottom } = document.documentElement;
  let outer = frame.parentElement;
  while (outer && !['auto', 'scroll'].includes(getComputedStyle(outer).overflowY))
    outer = outer.parentElement;
  return { left: 0, top: Math.max(0, outer?.getBoundingClientRect().top ?? 0), right, bottom };
}

/** What is at a point of a chart. */
export interface TooltipContent {
  readonly title: string;
  readonly lines: readonly PointLine[];
  /** Below the lines, also if not all of them have room. */
  readonly total?: Pick<PointLine, 'label' | 'value'> | undefined;
}

interface PointLine {
  /** May be empty. */
  readonly label: string;
  /** What the label is of, if that is not the title: the day of an earlier period. */
  readonly place?: string | undefined;
  readonly value: string;
  /** What lines are sorted by where not all of them have room. */
  readonly amount?: number | null | undefined;
  /** The number of a color in the palette; undefined for a value that has none. */
  readonly color?: number | undefined;
  /** Whether the pointer is at it. */
  readonly isHovered?: boolean | undefined;
  readonly isComparison?: boolean | undefined;
  /** Whether it is drawn as a line. */
  readonly isLine?: boolean | undefined;
}

// If a tooltip is on the page.

/** A part of the page, in pixels from its left and top. */
interface Area {
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
