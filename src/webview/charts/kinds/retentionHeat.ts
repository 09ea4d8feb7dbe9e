// How dark a cell of a retention grid is.

/** Colors of charts.css, `h0` to `h10`. */
export const maxHeat = 10;

/**
 * The step of a share by its square root, so that small shares, which are the most frequent, differ visibly.
 * @param share of the persons, null if unknown
 */
export function heatOf(share: number | null): number {
  return Math.round(Math.sqrt(Math.min(1, Math.max(0, share ?? 0))) * maxHeat);
}
