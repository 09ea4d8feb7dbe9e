// What may follow in a filter: the @ filters, and the values that the loaded records have.
import { type DeckRecord, tagsOf } from './deckRecord.ts';
import {
  formatFilter,
  lastToken,
  type PlainFilter,
  plainFilters,
  type ValueFilter,
  valueFilters,
} from './recordFilter.ts';

export interface FilterCompletion {
  /** The filter that it adds. */
  readonly filter: PlainFilter | ValueFilter;
  /** With its value: the token that it puts in place of what is being typed. */
  readonly token: string;
  /** The whole text with it. */
  readonly text: string;
  /** How many of the records have the value; undefined without a value. */
  readonly count: number | undefined;
}

const ages = ['1d', '7d', '30d', '90d', '1y'];
/** More values are no help, and each costs time on every key press. */
const maxValues = 200;

/** None behind a word: Enter then takes the filter as it is. */
export function completeFilter(text: string, records: readonly DeckRecord[]): readonly FilterCompletion[] {
  const { before, token } = lastToken(text);
  const lower = token.toLowerCase();
  if (lower !== '' && !lower.startsWith('@')) return [];
  const filter = valueFilters.find((known) => lower.startsWith(known));
  if (!filter)
    return [...plainFilters, ...valueFilters]
      .filter((known) => known.startsWith(lower) && known !== lower)
      .map((known) => ({ filter: known, token: known, text: before + known, count: undefined }));
  const typed = lower.slice(filter.length).replaceAll('"', '');
  const values = [...valuesOf(filter, records)].filter(([value]) => value.toLowerCase().includes(typed));
  return values.slice(0, maxValues).map(([value, count]) => {
    const completed = formatFilter(filter, value);
    return { filter, token: completed, text: before + completed, count };
  });
}

/** The most frequent first, with how many records have each. */
function valuesOf(
  filter: ValueFilter,
  records: readonly DeckRecord[],
): Iterable<readonly [string, number | undefined]> {
  if (filter === '@changed:') return ages.map((age) => [age, undefined]);
  const counts = new Map<string, number>();
  for (const record of records) {
    const { created_by: user } = record;
    const owner = user?.email?.trim() || user?.first_name?.trim();
    const values = filter === '@tag:' ? tagsOf(record) : owner ? [owner] : [];
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
