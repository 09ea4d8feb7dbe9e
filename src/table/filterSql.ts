// What each test of a filter means, as SQL on the table of its column, which has a row for each filled cell.
import { foldText } from '#text/foldText.ts';
import { sortKey, sortRest } from './sortKey.ts';
import type { Filter } from './tableQuery.ts';

interface FilterSql {
  /** Undefined: all rows of the file. */
  readonly where: string | undefined;
  readonly values: readonly (string | number)[];
  /** The filter is for all other rows. */
  readonly isNegated: boolean;
}

export const cellTextSql = 'coalesce(text, key)';
const searchTextSql = `CASE typeof(key) WHEN 'text' THEN key ELSE text END`;
/** Numbers are compared with numbers only, texts with texts only. */
const sameTypeSql = `(typeof(key) = 'text') = (typeof(?1) = 'text')`;

export function filterSql({ test, value }: Filter): FilterSql {
  switch (test) {
    case 'contains':
      return { ...holding('> 0', value), isNegated: false };
    case 'lacks':
      return { ...holding('> 0', value), isNegated: true };
    case 'starts':
      return { ...holding('= 1', value), isNegated: false };
    case 'is':
      return value === '' ? { ...filled, isNegated: true } : { ...equal(value), isNegated: false };
    case 'isNot':
      return value === '' ? { ...filled, isNegated: false } : { ...equal(value), isNegated: true };
    case 'filled':
      return { ...filled, isNegated: false };
    case 'empty':
      return { ...filled, isNegated: true };
    case 'atLeast':
      return { ...beyond('>', value), isNegated: false };
    case 'atMost':
      return { ...beyond('<', value), isNegated: false };
  }
}

type Condition = Omit<FilterSql, 'isNegated'>;

const filled: Condition = { where: '1', values: [] };

function equal(value: string): Condition {
  return { where: `${cellTextSql} = ?`, values: [value] };
}

/** Rows whose cell is the value, or on the given side of it. */
function beyond(side: '<' | '>', value: string): Condition {
  const key = sortKey(value);
  return {
    where: `(key ${side} ?1 OR (key = ?1 AND rest ${side}= ?2)) AND ${sameTypeSql}`,
    values: [key, sortRest(value, key)],
  };
}

/** Rows whose cell contains `value` at a place that meets `place`; an empty value is in every row. */
function holding(place: string, value: string): Condition {
  const wanted = foldText(value);
  if (wanted === '') return { where: undefined, values: [] };
  return { where: `instr(${searchTextSql}, ?) ${place}`, values: [wanted] };
}
