// The time in which an event counts: the last days, or from one date to another.
import { removeAt, setMember } from '#json/editValue.ts';
import type { FormatOptions } from '#json/formatJson.ts';
import { nodeAt } from '#json/jsonTree.ts';
import type { Translate } from '#text/translate.ts';
import { type BehaviorCondition, type FilterShape, isOpen } from './filterShape.ts';
import { type Change, type EditStep, runSteps } from './filterShape.ts';

/** `last`: a length of time until now. The others are dates; `until` has no beginning. */
export type TimeWindowKind = 'last' | 'since' | 'until' | 'between';

export function timeWindowOf({ since, until }: BehaviorCondition): TimeWindowKind {
  if (isOpen(until)) return isOpen(since) ? 'last' : 'since';
  return isOpen(since) ? 'until' : 'between';
}

/** What of the old window fits the new one is kept; `-30d` and 30 days are the same time. */
export function setTimeWindow(
  shape: FilterShape,
  item: BehaviorCondition,
  window: TimeWindowKind,
  options?: FormatOptions,
): Change {
  const [since, until] = [
    window === 'since' || window === 'between',
    window === 'until' || window === 'between',
  ];
  const wanted: Readonly<Record<string, string | undefined>> =
    window === 'last' ? lastMembers(item) : dateMembers(item, since, until);
  const steps = windowKeys.flatMap((key): EditStep[] => {
    const raw = wanted[key];
    if (raw !== undefined) return [(text) => setMember(text, item.path, key, raw, options)];
    return nodeAt(item.node, [key]) ? [(text) => removeAt(text, [...item.path, key])] : [];
  });
  return runSteps(shape, item.path, steps);
}

const windowKeys = ['time_value', 'time_interval', 'explicit_datetime', 'explicit_datetime_to'];

const units: readonly (readonly [interval: string, letter: string])[] = [
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'w'],
  ['month', 'm'],
  ['year', 'y'],
];

function lastMembers({ since }: BehaviorCondition): Record<string, string> {
  const [, amount = '30', letter = 'd'] = /^-(\d{1,6})([hdwmy])$/.exec(since.text) ?? [];
  const [interval = 'day'] = units.find((unit) => unit[1] === letter) ?? [];
  return { time_value: amount, time_interval: JSON.stringify(interval) };
}

function dateMembers(
  { since, until, timeValue, timeInterval }: BehaviorCondition,
  hasStart: boolean,
  hasEnd: boolean,
): Record<string, string> {
  const letter = units.find(([interval]) => interval === timeInterval)?.[1];
  const start =
    letter === undefined || !/^\d{1,6}$/.test(timeValue.text) ? '-30d' : `-${timeValue.text}${letter}`;
  return {
    ...(hasStart && { explicit_datetime: JSON.stringify(isOpen(since) ? start : since.text) }),
    ...(hasEnd && { explicit_datetime_to: JSON.stringify(isOpen(until) ? '-1d' : until.text) }),
  };
}

// What intervals of time are called.

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
