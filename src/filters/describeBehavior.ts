// A behavior condition in words.
import { countOperator, countOperators } from './operatorNames.ts';
import { formatRelativeDate } from './parseRelativeDate.ts';
import { lastIntervals, timeIntervals } from './timeWindow.ts';
import type { BehaviorCondition, FilterItem, FilterValue } from './filterShape.ts';
import type { Translate } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';

const maxLength = 60;

/** A behavior in words, for example: did “sign up” at least 3 times in the last 30 days. */
export function describeBehavior(
  item: BehaviorCondition,
  t: Translate,
  describeFilter: (filter: FilterItem) => string,
  actionName: (id: string) => string | undefined,
): string {
  const filters = item.eventFilters.map(describeFilter).join(', ');
  const named = (key: FilterValue, type: string) => nameWords(key, type, actionName, t);
  const name = named(item.key, item.eventType);
  const event = filters === '' ? name : t('{0} where ({1})', name, filters);
  const usesDidNot = item.isNegated && negatedAsDidNot.includes(item.behavior);
  const words = sentenceOf(item, usesDidNot ? t('did not do {0}', event) : t('did {0}', event), named, t);
  return item.isNegated && !usesDidNot ? t('not ({0})', words) : words;
}

/** Behaviors that are negated as “did not do”; the others as “not (…)”. */
const negatedAsDidNot = ['performed_event', 'performed_event_multiple', 'performed_event_first_time'];

/** `did`: the event with its verb. */
function sentenceOf(
  item: BehaviorCondition,
  did: string,
  named: (key: FilterValue, type: string) => string,
  t: Translate,
): string {
  const span = spanWords(item.timeValue, item.timeInterval, t) ?? '…';
  const nextSpan = spanWords(item.nextValue, item.nextInterval, t) ?? '…';
  const latest = lastSpanWords(item.nextValue, item.nextInterval, t) ?? '…';
  switch (item.behavior) {
    case 'performed_event':
      return within(did, item, t);
    case 'performed_event_first_time':
      return within(t('{0} for the first time', did), item, t);
    case 'performed_event_multiple':
      return within(t('{0} {1}', did, countWords(item, t)), item, t);
    case 'performed_event_regularly': {
      const periods = [item.minPeriods, item.totalPeriods].map(({ text }) => text || '…');
      const often = t('{0} {1}', did, countWords(item, t));
      const words = t('{0} per {1} in at least {2} of the last {3} such periods', often, span, ...periods);
      return withDates(words, item, t) ?? words;
    }
    case 'performed_event_sequence': {
      const next = named(item.nextKey, item.nextType);
      return within(t('{0} and then {1} within {2}', did, next, nextSpan), item, t);
    }
    case 'stopped_performing_event':
      return t('{0} but not in {1}', within(did, item, t), latest);
    case 'restarted_performing_event':
      return t('{0} again in {1} after a pause that began {2} ago', did, latest, span);
    default:
      return within(t('{0} {1}', item.behavior, named(item.key, item.eventType)), item, t);
  }
}

function nameWords(
  key: FilterValue,
  type: string,
  actionName: (id: string) => string | undefined,
  t: Translate,
): string {
  const name = quoteIfNeeded(shorten(key.kind === 'null' ? '' : key.text), t) || '…';
  if (type !== 'actions') return name;
  const known = actionName(key.text);
  return known === undefined ? t('action {0}', name) : t('action “{0}” ({1})', shorten(known), name);
}

function countWords({ operator: given, times }: BehaviorCondition, t: Translate): string {
  const operator = countOperator(given);
  const comparison = countOperators(t).get(operator) ?? operator;
  const number = times.kind === 'null' ? '' : times.text;
  if (number !== '1') return t('{0} {1} times', comparison, number || '…');
  return operator === 'exact' ? t('once') : t('{0} once', comparison);
}

function within(words: string, item: BehaviorCondition, t: Translate): string {
  const span = lastSpanWords(item.timeValue, item.timeInterval, t);
  const dated = withDates(words, item, t);
  return dated ?? (span === undefined ? words : t('{0} in {1}', words, span));
}

/** Undefined if there are no dates. */
function withDates(words: string, item: BehaviorCondition, t: Translate): string | undefined {
  const [since, until] = [item.since, item.until].map((date) =>
    date.kind === 'text' && date.text !== '' ? (formatRelativeDate(date, t) ?? date.text) : undefined,
  );
  if (since !== undefined && until !== undefined) return t('{0} from {1} to {2}', words, since, until);
  if (since !== undefined) return t('{0} since {1}', words, since);
  return until === undefined ? undefined : t('{0} until {1}', words, until);
}

/** “30 days”; undefined if there is no time. */
function spanWords({ kind, text }: FilterValue, interval: string, t: Translate): string | undefined {
  if (kind === 'absent' || kind === 'null') return undefined;
  return t('{0} {1}', text, timeIntervals(t, text === '1').get(interval) ?? interval);
}

/** “the last 30 days”; undefined if there is no time. */
function lastSpanWords(value: FilterValue, interval: string, t: Translate): string | undefined {
  const one = value.text === '1' ? lastIntervals(t).get(interval) : undefined;
  const span = spanWords(value, interval, t);
  return one ?? (span === undefined ? undefined : t('the last {0}', span));
}

/** Keeps a sentence short. */
export function shorten(text: string): string {
  return displayText(text, maxLength);
}

/** Quotes a text whose end would be unclear in a sentence. */
export function quoteIfNeeded(text: string, t: Translate): string {
  return /[\s,()]/.test(text) ? t('“{0}”', text) : text;
}
