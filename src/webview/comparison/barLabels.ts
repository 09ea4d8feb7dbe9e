// The counts above the bars of a comparison: in full where the columns are wide enough, else short, else short and upright,
// so that labels of bars that are as high as each other do not overlap.
import { formatNumber } from '#text/formatNumber.ts';

export interface BarLabels {
  readonly texts: readonly string[];
  readonly isUpright: boolean;
  /** What they take above a bar. */
  readonly heightPx: number;
}

const lineHeightPx = 24;
const spacePx = 6;

/** @param widthOf the longest of some texts, in pixels */
export function barLabels(
  counts: readonly number[],
  columnPx: number,
  widthOf: (texts: readonly string[]) => number,
): BarLabels {
  for (const style of ['exact', 'short'] as const) {
    const texts = counts.map((count) => formatNumber(count, style));
    if (widthOf(texts) + spacePx <= columnPx) return { texts, isUpright: false, heightPx: lineHeightPx };
  }
  const texts = counts.map((count) => formatNumber(count, 'short'));
  return { texts, isUpright: true, heightPx: widthOf(texts) + 2 * spacePx };
}
