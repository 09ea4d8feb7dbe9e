// Filters in words: one sentence about the persons or events that match.
import {
  dateOperators,
  operatorsWithoutValue,
  propertyOperators,
  propertyOwners,
  rangeOperators,
  countOperator,
  countOperators,
} from './operators.ts';
import { dashboardDatePresets, formatRelativeDate } from './parseRelativeDate.ts';
import { expressionType } from './parseFilterShape.ts';
import {
  type FilterGroup,
  type FilterItem,
  type FilterShape,
  type FilterValue,
  itemsOf,
  type PropertyCondition,
  type BehaviorCondition,
} from './filterShape.ts';
import type { Translate } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';
import { lastIntervals, timeIntervals } from './timeWindow.ts';

/** Further conditions are only counted, to keep the sentence readable. */
const maxConditions = 12;
/** Of a list; further values are only counted. */
export const maxValues = 5;
/** The same where each condition has a line of its own. */
const maxValuesInLine = 100;
/** The longest sentence, in UTF-16 units: a time or an interval in the text may be of any length. */
const maxLength = 4000;

/** The name of a cohort or an action by its id as the text has it; undefined if it has none or is not known. */
type NameOf = (id: string) => string | undefined;

const noName: NameOf = () => undefined;

/** One sentence about all filters, or that there are none. */
export function describeFilters(
  shape: FilterShape,
  t: Translate,
  cohortName = noName,
  actionName = noName,
): string {
  const sentence = sentenceOf(shape, new Sentence(t, cohortName, actionName), t);
  return displayText(sentence.replace(/…\.$/, '…'), maxLength);
}

function sentenceOf(shape: FilterShape, sentence: Sentence, t: Translate): string {
  const { kind, group, oddProperties: odd } = shape;
  const words = group ? sentence.group(group) : odd && { join: '', count: 1, list: sentence.item(odd) };
  const dates = describeDates(shape, t);
  if (kind === 'cohort') return words === undefined ? t('No conditions yet.') : cohortSentence(words, t);
  if (words === undefined) return dates === '' ? t('No filters.') : `${dates}.`;
  const limits = dashboardSentence(words, t);
  return dates === '' ? limits : t('{0}. {1}', dates, limits);
}

/** One condition or group, for messages about it. */
export function describeItem(
  item: FilterItem,
  t: Translate,
  cohortName = noName,
  actionName = noName,
): string {
  return displayText(new Sentence(t, cohortName, actionName).item(item), maxLength);
}

/** Whether one sentence about all filters leaves out conditions or values. */
export function isTooLongForSentence({ group }: FilterShape): boolean {
  const items = group ? [...itemsOf(group)].filter(({ kind }) => kind !== 'group') : [];
  const hasManyValues = (item: FilterItem) =>
    item.kind === 'property' &&
    item.value.items.length > maxValues &&
    !rangeOperators.includes(item.operator);
  return items.length > maxConditions || items.some(hasManyValues);
}

/** One condition in a line of its own, with all of its values. */
export function describeInLine(item: FilterItem, t: Translate, cohortName = noName): string {
  return displayText(new Sentence(t, cohortName, noName, maxValuesInLine).item(item), maxLength);
}

/** How a sentence names a cohort: `“Paying shops” (12)`. */
export function cohortWords(id: string, name: string, t: Translate): string {
  return t('“{0}” ({1})', shorten(name), id);
}

interface GroupWords {
  readonly join: string;
  readonly count: number;
  readonly list: string;
}

function cohortSentence({ join, count, list }: GroupWords, t: Translate): string {
  if (count === 1) return t('Persons who match: {0}.', list);
  if (join === 'AND') return t('Persons who match all of: {0}.', list);
  if (join === 'OR') return t('Persons who match any of: {0}.', list);
  return t('Persons who match {0} of: {1}.', join, list);
}

function dashboardSentence({ join, count, list }: GroupWords, t: Translate): string {
  if (count === 1) return t('Only data that matches: {0}.', list);
  if (join === 'AND') return t('Only data that matches all of: {0}.', list);
  if (join === 'OR') return t('Only data that matches any of: {0}.', list);
  return t('Only data that matches {0} of: {1}.', join, list);
}

function describeDates({ dates }: FilterShape, t: Translate): string {
  const [from, to] = [dateWords(dates?.from, t), dateWords(dates?.to, t)];
  if (to !== '') return from === '' || from === 'all' ? t('Until {0}', to) : t('From {0} to {1}', from, to);
  const preset = dashboardDatePresets(t).get(dates?.from.text ?? '');
  return preset ?? (from === '' ? '' : t('From {0} on', from));
}

function dateWords(date: FilterValue | undefined, t: Translate): string {
  return date?.kind === 'text' ? (formatRelativeDate(date, t) ?? date.text) : '';
}

function conditionsIn(item: FilterItem): number {
  return item.kind === 'group' ? item.items.reduce((sum, one) => sum + conditionsIn(one), 0) : 1;
}

/** Counts the conditions it has described. */
class Sentence {
  readonly #t: Translate;
  readonly #cohortName: NameOf;
  readonly #actionName: NameOf;
  readonly #maxValues: number;
  #described = 0;

  constructor(t: Translate, cohortName: NameOf, actionName: NameOf, maxShown = maxValues) {
    this.#t = t;
    this.#cohortName = cohortName;
    this.#actionName = actionName;
    this.#maxValues = maxShown;
  }

  /** Undefined for an empty group. */
  group(group: FilterGroup): GroupWords | undefined {
    const parts: string[] = [];
    let left = 0;
    for (const item of group.items) {
      if (this.#described >= maxConditions) left += conditionsIn(item);
      else if (item.kind !== 'other' || item.reason !== 'empty') parts.push(this.item(item));
    }
    if (left > 0) parts.push(this.#t('{0} more', left));
    if (parts.length === 0) return undefined;
    return { join: group.join, count: parts.length, list: parts.join(', ') };
  }

  item(item: FilterItem): string {
    const t = this.#t;
    if (item.kind === 'group') return this.#inner(item);
    this.#described++;
    switch (item.kind) {
      case 'property': {
        const words = this.#property(item);
        return item.isNegated ? t('not ({0})', words) : words;
      }
      case 'cohort': {
        const cohort = this.#cohort(item.value);
        return item.isExcluded ? t('not in cohort {0}', cohort) : t('in cohort {0}', cohort);
      }
      case 'behavior':
        return describeBehavior(item, t, (filter) => this.item(filter), this.#actionName);
      case 'other':
        if (item.reason === 'empty') return t('an empty condition');
        return item.type === '' ? t('another condition') : t('another condition ({0})', shorten(item.type));
    }
  }

  #cohort({ kind, text }: FilterValue): string {
    if (kind === 'null' || text === '') return '…';
    const name = this.#cohortName(text);
    return name === undefined ? text : cohortWords(text, name, this.#t);
  }

  #inner(item: FilterGroup): string {
    const t = this.#t;
    const inner = this.group(item);
    if (!inner) return t('an empty group');
    if (inner.count === 1) return inner.list;
    if (inner.join === 'AND') return t('all of ({0})', inner.list);
    return inner.join === 'OR' ? t('any of ({0})', inner.list) : `${inner.join} (${inner.list})`;
  }

  #property({ type, key, operator, value }: PropertyCondition): string {
    const t = this.#t;
    if (type === expressionType) return t('expression “{0}”', shorten(key.text) || '…');
    const property = key.text === '' ? t('(no property)') : shorten(key.text);
    const owner = propertyOwners(t).get(type);
    const name = owner === undefined ? property : t('{0} {1}', owner, property);
    const verb = propertyOperators(t).get(operator) ?? operator;
    if (rangeOperators.includes(operator) && value.items.length === 2) {
      return t('{0} {1} {2} and {3}', name, verb, ...value.items.map((item) => quoteValue(item, t)));
    }
    if (operatorsWithoutValue.includes(operator)) return t('{0} {1}', name, verb);
    const isDate = dateOperators.includes(operator);
    const date = value.kind === 'text' && value.text === '' ? '…' : formatRelativeDate(value, t); // no date is empty
    return t('{0} {1} {2}', name, verb, (isDate ? date : undefined) ?? this.#value(value));
  }

  #value(value: FilterValue): string {
    const t = this.#t;
    if (value.kind === 'absent') return '…';
    if (value.kind !== 'list') return quoteValue(value, t);
    const shown = value.items.slice(0, this.#maxValues).map((item) => quoteValue(item, t));
    const left = value.items.length - shown.length;
    const last = left > 0 ? t('{0} more', left) : shown.pop();
    if (last === undefined) return '…';
    return shown.length === 0 ? last : t('{0} or {1}', shown.join(', '), last);
  }
}

export function quoteValue({ kind, text }: FilterValue, t: Translate): string {
  const shown = shorten(text);
  if (kind !== 'text') return shown;
  return shown === '' ? t('“{0}”', '') : quoteIfNeeded(shown, t);
}

// A behavior condition in words.

const maxNameLength = 60;

/** A behavior in words, for example: did “sign up” at least 3 times in the last 30 days. */
function describeBehavior(
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
  const words = behaviorWords(item, usesDidNot ? t('did not do {0}', event) : t('did {0}', event), named, t);
  return item.isNegated && !usesDidNot ? t('not ({0})', words) : words;
}

/** Behaviors that are negated as “did not do”; the others as “not (…)”. */
const negatedAsDidNot = ['performed_event', 'performed_event_multiple', 'performed_event_first_time'];

/** `did`: the event with its verb. */
function behaviorWords(
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
function shorten(text: string): string {
  return displayText(text, maxNameLength);
}

/** Quotes a text whose end would be unclear in a sentence. */
function quoteIfNeeded(text: string, t: Translate): string {
  return /[\s,()]/.test(text) ? t('“{0}”', text) : text;
}
