// Filters in words: one sentence about the persons or events that match.
import {
  dateOperators,
  operatorsWithoutValue,
  propertyOperators,
  propertyOwners,
  rangeOperators,
} from './operatorNames.ts';
import { dashboardDatePresets, formatRelativeDate } from './parseRelativeDate.ts';
import { expressionType } from './parseFilterShape.ts';
import type { FilterGroup, FilterItem, FilterShape, FilterValue, PropertyCondition } from './filterShape.ts';
import { describeBehavior, quoteIfNeeded, shorten } from './describeBehavior.ts';
import type { Translate } from '#text/translate.ts';
import { displayText } from '#text/displayText.ts';

/** Further conditions are only counted, to keep the sentence readable. */
const maxConditions = 12;
/** Of a list; further values are only counted. */
export const maxValues = 5;
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

/** Counts the conditions it has described. */
class Sentence {
  readonly #t: Translate;
  readonly #cohortName: NameOf;
  readonly #actionName: NameOf;
  #described = 0;

  constructor(t: Translate, cohortName: NameOf, actionName: NameOf) {
    this.#t = t;
    this.#cohortName = cohortName;
    this.#actionName = actionName;
  }

  /** Undefined for an empty group. */
  group(group: FilterGroup): GroupWords | undefined {
    const parts: string[] = [];
    let left = 0;
    for (const item of group.items) {
      if (this.#described >= maxConditions) left++;
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
    const shown = value.items.slice(0, maxValues).map((item) => quoteValue(item, t));
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
