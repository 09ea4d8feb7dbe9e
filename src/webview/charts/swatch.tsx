import { markerPath, seriesClass } from './palette.ts';

/** A short piece of a series' line, with its marker. */
export function Swatch({ color, isComparison }: { readonly color: number; readonly isComparison: boolean }) {
  return (
    <svg class={`swatch ${seriesClass(color)}`} width="18" height="10" aria-hidden="true">
      <path class={isComparison ? 'line comparison' : 'line'} d="M0,5H18" />
      <path class="marker" d={markerPath(color, 9, 5, 3)} />
    </svg>
  );
}
