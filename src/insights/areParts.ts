// Whether the values of series are parts of a whole, so that each has a share, and what decides that.
import { type Fields, fieldsOf, textOf } from './resultValues.ts';

/**
 * What of its events a series counts or adds up; without a word, all of them. Unique persons, groups and sessions are not
 * here: one that has several values of a breakdown counts for each.
 */
export const partMaths: readonly unknown[] = [
  undefined,
  null,
  '',
  'total',
  'sum',
  'first_time_for_user',
  'first_matching_event_for_user',
];

export function areParts(series: unknown): boolean {
  return Array.isArray(series) && series.length > 0 && areSums(series) && areOfOneKind(series);
}

export function hasFormula(...formulas: readonly unknown[]): boolean {
  return formulas.some((formula) => (Array.isArray(formula) ? formula.length > 0 : textOf(formula) !== ''));
}

export function areSums(series: unknown): boolean {
  const all: readonly unknown[] = Array.isArray(series) ? series : [];
  return all.every((one) => partMaths.includes(fieldsOf(one).math));
}

/** Numbers of events are no parts of a whole with sums of a property, nor are sums of two properties. */
function areOfOneKind(series: readonly unknown[]): boolean {
  const kinds = series.map((one) => {
    const { math, math_property: property } = fieldsOf(one);
    return math === 'sum' ? `sum ${textOf(property)}` : 'count';
  });
  return new Set(kinds).size === 1;
}

/** An event counts for each cohort of its person, and “all users” includes the events of all cohorts. */
export function isByCohort({ breakdown_type: type, breakdowns }: Fields): boolean {
  const several: readonly unknown[] = Array.isArray(breakdowns) ? breakdowns : [];
  return type === 'cohort' || several.some((one) => fieldsOf(one).type === 'cohort');
}
