import type { SeriesLayout } from './seriesLayout.ts';

/** The lines and texts of both axes. */
export function Axes({ layout }: { readonly layout: SeriesLayout }) {
  const { left, right, bottom, zero, xLabels, yLabels } = layout;
  return (
    <>
      {yLabels.map(({ at, text }) => (
        <line key={`line ${text}`} class="grid-line" x1={left} x2={right} y1={at} y2={at} />
      ))}
      {yLabels.map(({ at, text }) => (
        <text key={text} class="axis-text" x={left - 6} y={at + 4} text-anchor="end">
          {text}
        </text>
      ))}
      {xLabels.map(({ at, text }, index) => (
        <text key={index} class="axis-text" x={at} y={bottom + 16} text-anchor="middle">
          {text}
        </text>
      ))}
      <line class="zero-line" x1={left} x2={right} y1={zero} y2={zero} />
    </>
  );
}
