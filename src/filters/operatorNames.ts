// What operators and behaviors are called, in the order in which they are offered.
import type { Translate } from '#json/translate.ts';

/** Operators without a value. */
export const operatorsWithoutValue: readonly string[] = ['is_set', 'is_not_set'];
export const dateOperators: readonly string[] = ['is_date_exact', 'is_date_before', 'is_date_after'];

/** Operators of property conditions, in the order in which they are offered. */
export function propertyOperators(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['exact', t('equals')],
    ['is_not', t('doesn’t equal')],
    ['icontains', t('contains')],
    ['not_icontains', t('doesn’t contain')],
    ['regex', t('matches pattern')],
    ['not_regex', t('doesn’t match pattern')],
    ['gt', t('is greater than')],
    ['gte', t('is at least')],
    ['lt', t('is less than')],
    ['lte', t('is at most')],
    ['is_set', t('is set')],
    ['is_not_set', t('is not set')],
    ['is_date_exact', t('is on')],
    ['is_date_before', t('is before')],
    ['is_date_after', t('is after')],
  ]);
}

/** Undefined where there is no opposite operator. */
export function oppositeOperator(operator: string): string | undefined {
  return opposites.find((pair) => pair.includes(operator))?.find((other) => other !== operator);
}

const opposites = [
  ['exact', 'is_not'],
  ['icontains', 'not_icontains'],
  ['regex', 'not_regex'],
  ['is_set', 'is_not_set'],
];

/** How each behavior continues after “did something”; without the one that counts. */
export function behaviors(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['performed_event', t('at least once')],
    ['performed_event_first_time', t('for the first time')],
    ['performed_event_regularly', t('regularly')],
    ['performed_event_sequence', t('and then')],
    ['stopped_performing_event', t('but stopped')],
    ['restarted_performing_event', t('again after a pause')],
  ]);
}

/** How events are counted. */
export function countOperators(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['gte', t('at least')],
    ['lte', t('at most')],
    ['exact', t('exactly')],
    ['gt', t('more than')],
    ['lt', t('less than')],
  ]);
}
