// What intervals, relative dates and the dates offered for a dashboard are called.
import type { Translate } from '#json/translate.ts';
import type { FilterValue } from './shape.ts';

/** The start dates offered for a dashboard, by their text. */
export function datePresets(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['dStart', t('Today')],
    ['-24h', t('Last 24 hours')],
    ['-7d', t('Last 7 days')],
    ['-14d', t('Last 14 days')],
    ['-30d', t('Last 30 days')],
    ['-90d', t('Last 90 days')],
    ['-180d', t('Last 180 days')],
    ['mStart', t('This month')],
    ['yStart', t('This year')],
    ['all', t('All time')],
  ]);
}

/** `isOne`: the singular. */
export function timeIntervals(t: Translate, isOne = false): ReadonlyMap<string, string> {
  return new Map([
    ['minute', isOne ? t('minute') : t('minutes')],
    ['hour', isOne ? t('hour') : t('hours')],
    ['day', isOne ? t('day') : t('days')],
    ['week', isOne ? t('week') : t('weeks')],
    ['month', isOne ? t('month') : t('months')],
    ['year', isOne ? t('year') : t('years')],
  ]);
}

/** Each interval where there is one of it: in many languages, the words around it depend on it. */
export function lastIntervals(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['minute', t('the last minute')],
    ['hour', t('the last hour')],
    ['day', t('the last day')],
    ['week', t('the last week')],
    ['month', t('the last month')],
    ['year', t('the last year')],
  ]);
}

/** “90 days ago” for `-90d`; undefined for any other text. */
export function relativeDate(
  { kind, text }: Pick<FilterValue, 'kind' | 'text'>,
  t: Translate,
): string | undefined {
  const [, amount, letter = ''] = (kind === 'text' && /^-(\d{1,6})([hdwmy])$/.exec(text)) || [];
  const interval = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }[letter] ?? '';
  const unit = timeIntervals(t, amount === '1').get(interval);
  return amount === undefined || unit === undefined ? undefined : t('{0} {1} ago', amount, unit);
}
