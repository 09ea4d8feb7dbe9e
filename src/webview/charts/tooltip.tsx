import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '#webview/elements/translate.ts';
import type { Place } from './pixelPlace.ts';
import type { TooltipContent } from './tooltipContent.ts';
import { Swatch } from './swatch.tsx';
import { limitTooltipLines, lineRoom } from './limitTooltipLines.ts';
import { type Area, placeTooltip } from './placeTooltip.ts';

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
