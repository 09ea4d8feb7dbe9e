// What intervals of time are called.
import type { Translate } from '#text/translate.ts';

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

/** Each interval if there is one of it: in many languages, the words around it depend on it. */
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
