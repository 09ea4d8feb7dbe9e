import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '#webview/elements/translate.ts';
import type { Size } from './size.ts';
import { Swatch } from './swatch.tsx';

/** What is at a point of a chart. */
export interface PointDetails {
  readonly title: string;
  readonly lines: readonly PointLine[];
}

interface PointLine {
  /** May be empty. */
  readonly label: string;
  readonly value: string;
  /** The number of a color in the palette; undefined for a value that has none. */
  readonly color?: number | undefined;
  readonly isComparison?: boolean | undefined;
  /** Whether it is drawn as a line. */
  readonly isLine?: boolean | undefined;
}

/** More would cover the chart. */
const maxLines = 12;
const distancePx = 12;

interface TooltipProps {
  readonly details: PointDetails;
  readonly place: { readonly x: number; readonly y: number };
  readonly size: Size;
}

export function Tooltip({ details: { title, lines }, place, size }: TooltipProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const { offsetWidth, offsetHeight } = current;
    const isRight = place.x + distancePx + offsetWidth <= size.width;
    const left = isRight ? place.x + distancePx : place.x - distancePx - offsetWidth;
    current.style.left = `${Math.max(0, left)}px`;
    current.style.top = `${Math.max(0, Math.min(place.y - offsetHeight / 2, size.height - offsetHeight))}px`;
  });
  return (
    <div class="tooltip" ref={box} aria-hidden="true">
      <div class="tooltip-title">{title}</div>
      {lines
        .slice(0, maxLines)
        .map(({ label, value, color, isComparison = false, isLine = false }, index) => (
          <div class="tooltip-line" key={index}>
            {color !== undefined && <Swatch color={color} isComparison={isComparison} isLine={isLine} />}
            <span class="tooltip-label">{label}</span>
            <span class="tooltip-value">{value}</span>
          </div>
        ))}
      {lines.length > maxLines && <div class="faint">{t('and {0} more', lines.length - maxLines)}</div>}
    </div>
  );
}
