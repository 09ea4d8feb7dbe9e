import { Hatch } from './hatch.tsx';
import { lineSample, markerPath, seriesClass } from './seriesStyle.ts';

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
