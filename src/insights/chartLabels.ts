// What the parts of a chart are called, in it and in its table: series, slices, steps, columns.
import { countryName } from '#text/displayLanguage.ts';
import type { Translate } from '#text/translate.ts';
import type {
  ComparedPeriod,
  Counted,
  FunnelModel,
  FunnelStep,
  LifecycleStatus,
  ModelOf,
  RetentionModel,
  SlicesModel,
} from './chartModel.ts';

export function lifecycleWord(status: LifecycleStatus, t: Translate): string {
  const words = {
    new: t('New'),
    returning: t('Returning'),
    resurrecting: t('Resurrecting'),
    dormant: t('Dormant'),
  } as const;
  return words[status];
}

/** Words in place of codes: of a service for values that it has no name for, and of how a series is counted. */
export function shownName(name: string, t: Translate): string {
  if (!name.includes('$$_')) return name;
  const words: Readonly<Record<string, string>> = {
    posthog_breakdown_null: t('(none)'),
    posthog_breakdown_other: t('(other)'),
    empty: t('(empty)'),
    math_total: t('Total count'),
    math_dau: t('Unique users'),
    math_weekly_active: t('Weekly active users'),
    math_monthly_active: t('Monthly active users'),
    math_unique_session: t('Unique sessions'),
    math_first_time_for_user: t('First time for user'),
    math_first_matching_event_for_user: t('First matching event for user'),
    math_sum: t('Sum'),
    math_avg: t('Average'),
    math_median: t('Median'),
    math_min: t('Minimum'),
    math_max: t('Maximum'),
  };
  return name.replace(/\$\$_([a-z_]+?)_\$\$/g, (code, word: string) =>
    Object.hasOwn(words, word) ? (words[word] ?? code) : code,
  );
}

/** What a funnel or a retention counts. */
export function countedWord(counted: Counted, t: Translate): string {
  const words = {
    persons: t('Persons'),
    groups: t('Groups'),
    sessions: t('Sessions'),
    others: t('Count'),
  } as const;
  return words[counted];
}

/** What the values of a retention are. */
export function retentionWord({ counted, aggregate }: RetentionModel, t: Translate): string {
  if (!aggregate) return countedWord(counted, t);
  return aggregate === 'sum' ? t('Sum') : t('Average');
}

/** An earlier period that a result is compared with; the one before unless it is another. */
export function periodWord(
  { amount, unit }: ComparedPeriod = { amount: 1, unit: 'period' },
  t: Translate,
): string {
  if (unit === 'period') return t('previous period');
  if (unit === 'other') return t('earlier period');
  const one = {
    hour: t('1 hour before'),
    day: t('1 day before'),
    week: t('1 week before'),
    month: t('1 month before'),
    quarter: t('1 quarter before'),
    year: t('1 year before'),
  } as const;
  const several = {
    hour: t('{0} hours before', amount),
    day: t('{0} days before', amount),
    week: t('{0} weeks before', amount),
    month: t('{0} months before', amount),
    quarter: t('{0} quarters before', amount),
    year: t('{0} years before', amount),
  } as const;
  return (amount === 1 ? one : several)[unit];
}

/** Series without a name by their place, and those of an earlier period as such: the place is that of their counterpart. */
export function seriesName(
  label: string,
  place: number,
  { isComparison, comparedTo }: OfPeriod,
  t: Translate,
): string {
  return periodName(shownName(label, t) || t('Series {0}', place + 1), { isComparison, comparedTo }, t);
}

interface OfPeriod {
  readonly isComparison: boolean;
  readonly comparedTo?: ComparedPeriod | undefined;
}

export function periodName(name: string, { isComparison, comparedTo }: OfPeriod, t: Translate): string {
  return isComparison ? `${name} (${periodWord(comparedTo, t)})` : name;
}

/** `Day 3`, or `Day 4–7` of a bracket. */
export function retentionColumn(
  { interval, brackets, firstInterval = 0 }: Pick<RetentionModel, 'interval' | 'brackets' | 'firstInterval'>,
  place: number,
  t: Translate,
): string {
  const length = brackets?.[place - 1] ?? 1;
  const before = brackets?.slice(0, Math.max(0, place - 1)).reduce((sum, one) => sum + one, 0);
  const first = firstInterval + (before === undefined || place === 0 ? place : 1 + before);
  const index = length === 1 ? String(first) : `${first}–${first + length - 1}`;
  const words = {
    second: t('Second {0}', index),
    minute: t('Minute {0}', index),
    hour: t('Hour {0}', index),
    day: t('Day {0}', index),
    week: t('Week {0}', index),
    month: t('Month {0}', index),
    quarter: t('Quarter {0}', index),
    year: t('Year {0}', index),
  } as const;
  return words[interval];
}

/** The names of slices: countries by name, others as series. */
export function sliceNames(
  { kind, slices, comparedTo }: ModelOf<SlicesModel['kind']>,
  t: Translate,
): readonly string[] {
  const places = comparedPlaces(slices);
  return slices.map(({ label, isComparison }, index) => {
    const period = { isComparison, comparedTo };
    if (kind !== 'worldMap') return seriesName(label, places[index] ?? index, period, t);
    const country = label.startsWith('$$_') ? shownName(label, t) : countryName(label) || t('None');
    return periodName(country, period, t);
  });
}

/** The names of a funnel's groups: values of the breakdown, periods, or both. */
export function groupNames({ groups, comparedTo }: ModelOf<'funnel'>, t: Translate): readonly string[] {
  const places = comparedPlaces(groups);
  const isCompared = groups.some(({ isComparison }) => isComparison);
  return groups.map(({ label, isComparison }, index) => {
    if (label !== '' || !isCompared)
      return seriesName(label, places[index] ?? index, { isComparison, comparedTo }, t);
    return periodTitle({ isComparison, comparedTo }, t);
  });
}

export function periodTitle({ isComparison, comparedTo }: OfPeriod, t: Translate): string {
  return isComparison ? capitalized(periodWord(comparedTo, t)) : t('Present period');
}

export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** Names of the steps, as many as the longest group has. */
export function stepNames({ groups }: FunnelModel, t: Translate): readonly string[] {
  const count = Math.max(0, ...groups.map(({ steps }) => steps.length));
  return Array.from({ length: count }, (_, index) => {
    const all = groups.map(({ steps }) => steps[index]);
    return stepName(all.find((step) => step?.name) ?? all.find(Boolean), index, t);
  });
}

export function stepName(step: FunnelStep | undefined, index: number, t: Translate): string {
  const name = step?.name || t('Step {0}', index + 1);
  return step?.isOptional ? t('{0} (optional)', name) : name;
}

interface Compared {
  readonly label: string;
  readonly isComparison: boolean;
}

/**
 * The place of each among those of the present period: one of an earlier period has that of its counterpart, which has the
 * same label. Services send them pair by pair, or one period after the other.
 */
export function comparedPlaces(all: readonly Compared[]): readonly number[] {
  const present = all.filter(({ isComparison }) => !isComparison);
  const taken = new Map<string, number>();
  return all.map((one, index) => {
    if (!one.isComparison) return present.indexOf(one);
    const from = taken.get(one.label) ?? 0;
    const place = present.findIndex(({ label }, at) => at >= from && label === one.label);
    taken.set(one.label, place + 1);
    return place < 0 ? index : place;
  });
}
