// Around every chart: it is drawn in the size that it has; the pointer and the arrow keys go through its points, and what is
// at a point is shown and read out.
import { type ComponentChildren, createContext } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '#webview/elements/translate.ts';
import type { Place, Size } from './pixelPlace.ts';
import { type TooltipContent, Tooltip } from './tooltip.tsx';

export interface ChartFrameProps {
  readonly title: string;
  readonly pointCount: number;
  /** The point at a place of the chart; undefined if there is none. */
  readonly pointAt: (x: number, y: number, size: Size) => number | undefined;
  /** Where a point is. */
  readonly placeOf: (point: number, size: Size) => Place;
  /** `pointer`: where in the chart the pointer is, if it is there. */
  readonly tooltip: (point: number, pointer?: Place & { readonly size: Size }) => TooltipContent;
  /** `active`: the highlighted point. */
  readonly draw: (size: Size, active: number | undefined) => ComponentChildren;
  /** The chart is higher than its tile, which then scrolls. */
  readonly height?: number | undefined;
}

/** Charts in smaller tiles would not be readable. */
const minPx = 40;

export function ChartFrame(props: ChartFrameProps) {
  const { title, pointCount, pointAt, placeOf, tooltip, draw } = props;
  const frame = useRef<HTMLDivElement>(null);
  const found = useSize(frame);
  const size = found && { width: found.width, height: Math.max(props.height ?? found.height, minPx) };
  const scrollTo = (point: number): void => {
    const { current } = frame;
    if (current && size)
      current.scrollTop = scrollTopFor(placeOf(point, size).y, current.scrollTop, current.clientHeight);
  };
  const { active, pointer, setActive, handleKey } = useActivePoint(pointCount, tooltip, scrollTo);
  const handlePointer = ({ offsetX, offsetY }: PointerEvent): void => {
    if (size) setActive(pointAt(offsetX, offsetY, size), { x: offsetX, y: offsetY });
  };
  const shown = active !== undefined && active < pointCount ? active : undefined;
  return (
    <div
      class={props.height === undefined ? 'chart-frame' : 'chart-frame scrolls'}
      ref={frame}
      tabIndex={0}
      role="group"
      aria-roledescription={t('chart')}
      aria-label={t('{0}. Use the arrow keys to move through its {1} points.', title, pointCount)}
      onKeyDown={handleKey}
      onBlur={() => setActive(undefined)}
    >
      {size && (
        <svg
          class="chart"
          aria-hidden="true"
          width={size.width}
          height={size.height}
          onPointerMove={handlePointer}
          onPointerLeave={() => setActive(undefined)}
        >
          {draw(size, shown)}
        </svg>
      )}
      {size && frame.current && shown !== undefined && (
        <Tooltip
          content={tooltip(shown, pointer && { ...pointer, size })}
          place={placeOf(shown, size)}
          frame={frame.current}
        />
      )}
    </div>
  );
}

/** The point that the pointer or the arrow keys are at. */
function useActivePoint(
  count: number,
  tooltip: (point: number) => TooltipContent,
  scrollTo: (point: number) => void,
) {
  const announce = useContext(AnnounceContext);
  const [active, setPoint] = useState<number>();
  const [pointer, setPointer] = useState<Place>();
  const setActive = (point: number | undefined, place?: Place): void => {
    setPoint(point);
    setPointer(place);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && active !== undefined) setActive(undefined);
    else {
      const next = pointAfter(event.key, active, count);
      if (next === undefined) return;
      setActive(next);
      scrollTo(next);
      announce(readOut(tooltip(next)));
    }
    event.preventDefault();
  };
  return { active, pointer, setActive, handleKey };
}

function pointAfter(key: string, active: number | undefined, count: number): number | undefined {
  const last = count - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return active === undefined ? 0 : Math.min(last, active + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return active === undefined ? last : Math.max(0, active - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

function readOut({ title, lines, total }: TooltipContent): string {
  const all: TooltipContent['lines'] = total ? [...lines, total] : lines;
  const texts = all.map(({ label, place, value }) => {
    const name = [label, place].filter(Boolean).join(', ');
    return name === '' ? value : `${name}: ${value}`;
  });
  return [title, ...texts].join('; ');
}

/** Undefined until it is known. */
function useSize(element: { readonly current: HTMLElement | null }): Size | undefined {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = current;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** Around a place, so that all of a bar is in sight. */
const marginPx = 18;

/** Where a frame is scrolled to so that a place is in sight: no further than needed. */
export function scrollTopFor(y: number, scrollTop: number, height: number): number {
  const margin = Math.min(marginPx, height / 2);
  return Math.max(0, Math.min(y - margin, Math.max(scrollTop, y + margin - height)));
}

/** Announces a text to screen readers. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined);
