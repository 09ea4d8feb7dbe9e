// What operators and behaviors are called, in the order in which they are offered.
import type { Translate } from '#text/translate.ts';

/** Operators without a value. */
export const operatorsWithoutValue: readonly string[] = ['is_set', 'is_not_set'];
export const dateOperators: readonly string[] = ['is_date_exact', 'is_date_before', 'is_date_after'];
/** Operators of one value or a list of them. */
export const operatorsWithList: readonly string[] = [
  'exact',
  'is_not',
  'in',
  'not_in',
  'icontains_multi',
  'not_icontains_multi',
];
/** Operators with two values, the least and the most. */
export const rangeOperators: readonly string[] = ['between', 'not_between'];

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
    ['between', t('is between')],
    ['not_between', t('is not between')],
    ['icontains_multi', t('contains any of')],
    ['not_icontains_multi', t('contains none of')],
    ['in', t('is one of')],
    ['not_in', t('is none of')],
    ['min', t('is at least (min)')],
    ['max', t('is at most (max)')],
    ['is_cleaned_path_exact', t('is the path')],
    ['flag_evaluates_to', t('evaluates to')],
    ['semver_eq', t('is version')],
    ['semver_neq', t('is not version')],
    ['semver_gt', t('is later than version')],
    ['semver_gte', t('is at least version')],
    ['semver_lt', t('is earlier than version')],
    ['semver_lte', t('is at most version')],
    ['semver_tilde', t('is a patch of version')],
    ['semver_caret', t('is compatible with version')],
    ['semver_wildcard', t('matches version')],
  ]);
}

/** Those that few conditions have, by the beginning of their names; `type`: of the conditions that are about them. */
const rareOperators = [
  { begins: 'is_cleaned_path', type: '' },
  { begins: 'flag_evaluates_to', type: 'flag' },
  { begins: 'semver_', type: '' },
] as const;

/** Whether an operator waits behind the others where one is chosen. @param type of the condition */
export function isRareOperator(operator: string, type: string): boolean {
  return rareOperators.some(
    (rare) => operator.startsWith(rare.begins) && (rare.type === '' || rare.type !== type),
  );
}

/** Other names of `gte` and `lte`, not offered beside them, because nobody could tell which to choose. */
const otherNames = ['min', 'max'];

/** @param chosen is offered in any case */
export function offeredOperators(chosen: string, t: Translate): ReadonlyMap<string, string> {
  return new Map([...propertyOperators(t)].filter(([name]) => name === chosen || !otherNames.includes(name)));
}

/** Undefined if there is no opposite operator. */
export function oppositeOperator(operator: string): string | undefined {
  return opposites.find((pair) => pair.includes(operator))?.find((other) => other !== operator);
}

const opposites = [
  ['exact', 'is_not'],
  ['icontains', 'not_icontains'],
  ['regex', 'not_regex'],
  ['is_set', 'is_not_set'],
  ['between', 'not_between'],
  ['icontains_multi', 'not_icontains_multi'],
  ['in', 'not_in'],
  ['semver_eq', 'semver_neq'],
];

/** What a property belongs to, by the type of its condition; persons and events need no name. */
export function propertyOwners(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['person_metadata', t('person’s')],
    ['event_metadata', t('event’s')],
    ['element', t('element’s')],
    ['session', t('session’s')],
    ['group', t('group’s')],
    ['feature', t('feature flag')],
    ['flag', t('feature flag')],
    ['recording', t('recording’s')],
    ['log', t('log’s')],
    ['error_tracking_issue', t('issue’s')],
    ['revenue_analytics', t('revenue’s')],
    ['data_warehouse', t('table’s')],
    ['data_warehouse_person_property', t('person’s')],
  ]);
}

/**
 * What the types of conditions on a property are called where one is chosen; an expression is not offered.
 */
export function propertyTypeNames(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['person', t('Person')],
    ['event', t('Event')],
    ['group', t('Group')],
    ['session', t('Session')],
    ['element', t('Element')],
    ['person_metadata', t('Person’s metadata')],
    ['event_metadata', t('Event’s metadata')],
    ['feature', t('Feature flag')],
    ['flag', t('Flag’s value')],
    ['recording', t('Recording')],
    ['log', t('Log entry')],
    ['error_tracking_issue', t('Issue')],
    ['revenue_analytics', t('Revenue')],
    ['data_warehouse', t('Table')],
    ['data_warehouse_person_property', t('Person’s table')],
  ]);
}

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

/** `gte` if there is none; `eq` is an older name of `exact`. */
export function countOperator(operator: string): string {
  return operator === 'eq' ? 'exact' : operator || 'gte';
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
