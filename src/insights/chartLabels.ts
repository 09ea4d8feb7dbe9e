// What the parts of a chart are called, in it and in its table: series, slices, steps, columns.
import { countryName } from '#text/countryName.ts';
import type { Translate } from '#text/translate.ts';
import type { FunnelModel, LifecycleStatus, RetentionModel, SlicesModel } from './chartModel.ts';
import { comparedPlaces } from './comparedPlaces.ts';

export function lifecycleWord(status: LifecycleStatus, t: Translate): string {
  const words = {
    new: t('New'),
    returning: t('Returning'),
    resurrecting: t('Resurrecting'),
    dormant: t('Dormant'),
  } as const;
  return words[status];
}

/** Series without a name by their place, and those of an earlier period as such: the place is that of their counterpart. */
export function seriesName(label: string, place: number, isComparison: boolean, t: Translate): string {
  return periodName(label || t('Series {0}', place + 1), isComparison, t);
}

export function periodName(name: string, isComparison: boolean, t: Translate): string {
  return isComparison ? t('{0} (previous period)', name) : name;
}

/** `Day 3` */
export function retentionColumn(interval: RetentionModel['interval'], index: number, t: Translate): string {
  const words = {
    minute: t('Minute {0}', index),
    hour: t('Hour {0}', index),
    day: t('Day {0}', index),
    week: t('Week {0}', index),
    month: t('Month {0}', index),
  } as const;
  return words[interval];
}

/** The names of slices: countries by name, others as series. */
export function sliceNames({ kind, slices }: SlicesModel, t: Translate): readonly string[] {
  const places = comparedPlaces(slices);
  return slices.map(({ label, isComparison }, index) =>
    kind === 'worldMap'
      ? periodName(countryName(label) || t('None'), isComparison, t)
      : seriesName(label, places[index] ?? index, isComparison, t),
  );
}

/** Names of the steps, as many as the longest group has. */
export function stepNames({ groups }: FunnelModel, t: Translate): readonly string[] {
  const count = Math.max(0, ...groups.map(({ steps }) => steps.length));
  return Array.from({ length: count }, (_, index) => {
    const names = groups.map(({ steps }) => steps[index]?.name ?? '');
    return names.find((name) => name !== '') ?? t('Step {0}', index + 1);
  });
}
