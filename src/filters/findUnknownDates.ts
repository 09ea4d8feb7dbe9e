// Texts where a date belongs, which are no date that a service could know.
import type { TextRange } from './findIncomplete.ts';
import { dateOperators } from './operatorNames.ts';
import { type FilterItem, type FilterShape, type FilterValue, partsOf } from './filterShape.ts';

export interface UnknownDate {
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
