// Numbers for events that the sample does not have, such as errors: random, with quiet weekends.
import type { Random } from '#sandbox/sample/random.ts';
import type { FunnelPlan, TrendsPlan } from './insightPlan.ts';

/** Values of properties that the sample's persons do not have. */
const values: Readonly<Record<string, readonly string[]>> = {
  campaign: ['spring-rolls', 'flour-power', 'newsletter 12', 'partner.flourmill'],
  release: ['2.11.0', '2.10.1', '2.10.0', '2.9.4'],
  provider: ['card', 'invoice', 'PayPal', 'TWINT'],
  flag: ['bigger-photos', 'new-basket', 'dark-mode'],
  page: ['/', '/pricing', '/menus/', '/blog/sourdough', '/jobs'],
  reason: ['too expensive', 'closed the shop', 'missing feature', 'no answer'],
};

interface Time {
  readonly starts: readonly number[];
  readonly nowMs: number;
  /** How many ordinary intervals one of these is. */
  readonly times: number;
}

export function inventedSeries(
  { by }: TrendsPlan,
  event: string,
  { starts, nowMs, times }: Time,
  random: Random,
): readonly {
  readonly event: string;
  readonly value: string | undefined;
  readonly data: readonly number[];
}[] {
  const wanted = by === undefined ? [undefined] : (values[by] ?? ['yes', 'no']);
  const lengthMs = (starts[1] ?? nowMs) - (starts[0] ?? 0);
  return wanted.map((value, index) => {
    const base = (times * (20 + random.below(180))) / (index + 1);
    const data = starts.map((start, at) => {
      const isWeekend = times === 1 && [0, 6].includes(new Date(start).getUTCDay());
      const growth = 1 + at / starts.length / 3;
      const share = Math.min(1, (nowMs - start) / lengthMs); // of the last interval that is over
      return Math.round(base * growth * share * (isWeekend ? 0.6 : 1) * (0.85 + random.next() * 0.3));
    });
    return { event, value, data };
  });
}

/** For each step how many persons got there, and their average time from the step before, in seconds. */
export function inventedSteps(
  { steps }: FunnelPlan,
  random: Random,
): readonly { readonly count: number; readonly seconds: number | null }[] {
  let count = 600 + random.below(4000);
  return steps.map((_, index) => {
    if (index > 0) count = Math.round(count * (0.35 + random.next() * 0.45));
    return { count, seconds: index === 0 ? null : 40 + random.below(90_000) };
  });
}
