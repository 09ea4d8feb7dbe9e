// Hatches are drawn over the fill of a shape, in the color of the tile: that differs from every fill, for everybody.
import { hatches, hatchId, hatchOf, hatchPx } from './seriesStyle.ts';

/** The SVG patterns that the hatches of a page refer to; drawn once. */
export function Hatches() {
  return (
    <svg class="hatches" width="0" height="0" aria-hidden="true">
      {hatches.map((outline, hatch) => (
        <pattern
          key={hatch}
          id={hatchId(hatch)}
          width={hatchPx}
          height={hatchPx}
          patternUnits="userSpaceOnUse"
        >
          <path class="hatch" d={outline} />
        </pattern>
      ))}
    </svg>
  );
}

interface HatchProps {
  /** Of a series. */
  readonly index: number;
  /** Of the shape that it covers; may be empty. */
  readonly outline: string;
}

/** Nothing for the first series of a color. */
export function Hatch({ index, outline }: HatchProps) {
  const hatch = hatchOf(index);
  if (hatch === undefined || outline === '') return null;
  return <path fill={`url(#${hatchId(hatch)})`} d={outline} />;
}
