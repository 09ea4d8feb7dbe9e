// How high the bars of a funnel are, and where those of its parts are in a step.
import type { FunnelModel } from '#insights/chartModel.ts';
import { shareOf } from '#insights/dataTable.ts';

export interface FunnelScale {
  /** In pixels, of those who took the first step. */
  readonly whole: number;
  /** In pixels; 0 if the share is not known. A share above 0 has at least one. */
  readonly heightOf: (share: number | null) => number;
}

/** All bars have room: a step may have more persons than the first one. */
export function funnelScale(
  groups: readonly Pick<FunnelModel['groups'][number], 'steps'>[],
  heightPx: number,
): FunnelScale {
  const shares = groups.flatMap(({ steps }) =>
    steps.map(({ count }) => shareOf(count, steps[0]?.count) ?? 0),
  );
  const whole = heightPx / Math.max(1, ...shares);
  return { whole, heightOf: (share) => (share === null || share === 0 ? 0 : Math.max(1, share * whole)) };
}

/** The index of the group whose bar of a step is at a distance from the left of its bars, of `width` together. */
export function groupAt(x: number, width: number, groups: number): number | undefined {
  const group = Math.floor((x / width) * groups);
  return group >= 0 && group < groups ? group : undefined;
}
