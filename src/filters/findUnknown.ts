// What is in no known service: types that are one edit away from a known one, because any other may come from a newer
// service; operators; texts in place of dates.
import { memberOf, stringOf } from '#json/jsonTree.ts';
import { type FilterItem, type FilterShape, type FilterValue, partsOf } from './filterShape.ts';
import type { TextRange } from './findIncomplete.ts';
import { dateOperators, propertyOperators } from './operators.ts';
import { cohortTypes, propertyTypes } from './parseFilterShape.ts';

export interface MisspelledType {
  readonly correction: string;
  /** The type in the text. */
  readonly place: TextRange;
}

const knownTypes = [...propertyTypes, ...cohortTypes, 'behavioral'].filter((type) => type !== '');

/** Misspelled types in the order of the text. */
export function findMisspelled({ group }: FilterShape): readonly MisspelledType[] {
  return group ? [...partsOf(group)].flatMap(misspelledIn) : [];
}

function misspelledIn(item: FilterItem): readonly MisspelledType[] {
  if (item.kind !== 'other' || item.node.kind !== 'object') return [];
  const { type, node } = item;
  const place = memberOf(node, 'type')?.value;
  if (!place || knownTypes.includes(type)) return [];
  const correction = knownTypes.find((known) => isOneEditAway(known, type));
  return correction === undefined ? [] : [{ correction, place }];
}

/** Whether one letter is added, missing, or another one, or two letters are swapped. */
function isOneEditAway(known: string, typed: string): boolean {
  let start = 0;
  while (start < typed.length && known[start] === typed[start]) start++;
  const shorter = Math.min(known.length, typed.length) - start;
  let end = 0;
  while (end < shorter && known.at(-1 - end) === typed.at(-1 - end)) end++;
  const [left, right] = [known.slice(start, known.length - end), typed.slice(start, typed.length - end)];
  const isSwapped = left.length === 2 && right === left.charAt(1) + left.charAt(0);
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

export interface UnknownOperator {
  readonly operator: string;
  /** Undefined if none is similar. */
  readonly correction: string | undefined;
  /** The operator in the text. */
  readonly place: TextRange;
}

/** Those of properties, with an older name of `exact`, where events are counted. */
const knownOperators = ['', ...propertyOperators((text) => text).keys(), 'eq'];

/** Operators of conditions that exist nowhere, in the order of the text. */
export function findUnknownOperators({ group, text }: FilterShape): readonly UnknownOperator[] {
  return (group ? [...partsOf(group)] : []).flatMap(({ kind, node }) => {
    const place = node.kind === 'object' && kind !== 'group' ? memberOf(node, 'operator')?.value : undefined;
    if (place?.kind !== 'string') return [];
    const operator = stringOf(text, place);
    if (knownOperators.includes(operator)) return [];
    const correction = knownOperators.find((known) => known !== '' && isOneEditAway(known, operator));
    return [{ operator, correction, place }];
  });
}

// Texts where a date belongs, which are no date that a service could know.
interface UnknownDate {
  readonly text: string;
  readonly place: TextRange;
}

/** Unknown dates in the order of the text, those of a dashboard's time last. */
export function findUnknownDates({ group, dates }: FilterShape): readonly UnknownDate[] {
  const values = group ? [...partsOf(group)].flatMap(datesOf) : [];
  return [...values, ...(dates ? [dates.from, dates.to] : [])].flatMap(({ kind, text, node }) =>
    kind === 'text' && node && !isDate(text.trim()) ? [{ text, place: node }] : [],
  );
}

function datesOf(item: FilterItem): readonly FilterValue[] {
  if (item.kind === 'behavior') return [item.since, item.until];
  return item.kind === 'property' && dateOperators.includes(item.operator) ? [item.value] : [];
}

/** Lenient, as services differ: whatever has a year, a number such as a timestamp, `-30d`, `-1dStart`, `mStart`. */
function isDate(text: string): boolean {
  return /\d{4}/.test(text) || /^-?\d*(?:[a-zA-Z]|min)?(Start|End)?$/.test(text) || text === 'all';
}
