// The series of a chart by name; a click hides one or shows it again.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { roveFocus } from '#webview/elements/rovingFocus.ts';
import { t } from '#webview/elements/translate.ts';
import { Hatch } from './hatch.tsx';
import { lineSample, markerPath, seriesClass } from './seriesStyle.ts';

interface LegendItem {
  readonly label: string;
  readonly color: number;
  readonly isComparison: boolean;
  /** The value after the label. */
  readonly value?: string;
}

interface LegendProps {
  readonly items: readonly LegendItem[];
  readonly hidden: ReadonlySet<number>;
  readonly onToggle: (index: number) => void;
  /** Whether the series are drawn as lines. */
  readonly hasLines?: boolean;
}

export function Legend({ items, hidden, onToggle, hasLines = false }: LegendProps) {
  const legend = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (legend.current) roveFocus(legend.current, true);
  }, [items.length]);
  return (
    <div class="legend" role="toolbar" aria-label={t('Legend')} key={items.length} ref={legend}>
      {items.map(({ label, color, isComparison, value }, index) => (
        <button
          key={index}
          type="button"
          class="legend-item"
          aria-pressed={!hidden.has(index)}
          title={hidden.has(index) ? t('Show {0}', label) : t('Hide {0}', label)}
          onClick={() => onToggle(index)}
        >
          <Swatch color={color} isComparison={isComparison} isLine={hasLines} />
          <span class="legend-label">{label}</span>
          {value !== undefined && <span class="faint">{value}</span>}
        </button>
      ))}
    </div>
  );
}

interface SwatchProps {
  readonly color: number;
  readonly isComparison: boolean;
  /** A piece of the line as the chart has it, a comparison without markers; else a filled box, as bars and areas are. */
  readonly isLine: boolean;
}

export function Swatch({ color, isComparison, isLine }: SwatchProps) {
  const comparison = isComparison ? ' comparison' : '';
  const { lengthPx, widthPx } = lineSample(color);
  return (
    <svg class={`swatch ${seriesClass(color)}`} width={isLine ? widthPx : 12} height="10" aria-hidden="true">
      {isLine ? (
        <>
          <path class={`line${comparison}`} d={`M0,5H${widthPx}`} pathLength={lengthPx} />
          {!isComparison && <path class="marker" d={markerPath(color, widthPx === lengthPx ? 9 : 4, 5, 3)} />}
        </>
      ) : (
        <>
          <rect class={`bar${comparison}`} x="1" y="0" width="10" height="10" rx="1" />
          <Hatch index={color} outline="M1,0h10v10h-10Z" />
        </>
      )}
    </svg>
  );
}
