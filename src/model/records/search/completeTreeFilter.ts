// What may follow in a filter: the @ filters, and the values that the loaded records have.
import { foldText } from '#text/foldText.ts';
import { type DeckRecord, ownerName } from '#model/records/deckRecord.ts';
import { tagsOf } from '#model/records/deckRecord.ts';
import {
  formatFilter,
  lastToken,
  parseFilter,
  type PlainFilter,
  plainFilters,
  type ValueFilter,
  valueFilters,
} from './treeFilter.ts';

export interface FilterCompletion {
  /** The filter that it adds. */
  readonly filter: PlainFilter | ValueFilter;
  /** The token, with its value, that replaces what is being typed. */
  readonly token: string;
  /** The whole text with it. */
  readonly text: string;
  /** How many of the records pass the filter; undefined without a value. */
  readonly count: number | undefined;
}

const ages = ['1d', '7d', '30d', '90d', '1y'];
/** More values do not help, and each costs time on every key press. */
const maxValues = 200;

/** None after a word: Enter then accepts the filter as it is. */
export function completeTreeFilter(
  text: string,
  records: readonly DeckRecord[],
): readonly FilterCompletion[] {
  const { before, token } = lastToken(text);
  const lower = token.toLowerCase();
  if (lower !== '' && !lower.startsWith('@')) return [];
  const filter = valueFilters.find((known) => lower.startsWith(known));
  if (!filter)
    return [...plainFilters, ...valueFilters]
      .filter((known) => known.startsWith(lower) && known !== lower)
      .map((known) => ({ filter: known, token: known, text: before + known, count: undefined }));
  const typed = foldText(lower.slice(filter.length).replaceAll('"', ''));
  const alike = filter === '@changed:' ? [] : groupAlike(filter, records);
  const values = valuesOf(filter, records).filter((value) => foldText(value).includes(typed));
  return values.slice(0, maxValues).map((value) => {
    const completed = formatFilter(filter, value);
    const count = filter === '@changed:' ? undefined : countPassing(completed, alike);
    return { filter, token: completed, text: before + completed, count };
  });
}

/** Records that a filter treats alike: one of them, and how many there are. */
interface RecordGroup {
  readonly record: DeckRecord;
  count: number;
}

/** Groups equal records, so that each value is tested on a few of them instead of ten thousand. */
function groupAlike(
  filter: Exclude<ValueFilter, '@changed:'>,
  records: readonly DeckRecord[],
): readonly RecordGroup[] {
  const found = new Map<string, RecordGroup>();
  for (const record of records) {
    const key = filter === '@tag:' ? tagsOf(record).join('\n') : (ownerName(record.created_by) ?? '');
    const known = found.get(key);
    if (known) known.count++;
    else found.set(key, { record, count: 1 });
  }
  return [...found.values()];
}

/** A filter takes the beginning of a tag, and a part of an owner: more records than those with exactly this value. */
function countPassing(token: string, alike: readonly RecordGroup[]): number {
  const { matches } = parseFilter(token, 0);
  return alike.reduce((sum, { record, count }) => sum + (matches(anyRef, record) ? count : 0), 0);
}

/** The filters with a value do not look at it. */
const anyRef = { connectionId: '', projectId: '', kind: 'dashboard', id: 0 } as const;

/** The most frequent first. */
function valuesOf(filter: ValueFilter, records: readonly DeckRecord[]): readonly string[] {
  if (filter === '@changed:') return ages;
  const counts = new Map<string, number>();
  for (const record of records) {
    const { created_by: user } = record;
    const owner = user?.email?.trim() || user?.first_name?.trim();
    const values = filter === '@tag:' ? tagsOf(record) : owner ? [owner] : [];
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
}
