// The syntax of the tree's filter: words in any order, and @ filters as in VS Code's own lists, such as
// `churn @tag:growth @owner:ann @changed:7d`. A record has to pass all of them; `-` before one excludes what passes it.
import {
  cohortState,
  type DeckRecord,
  isCohort,
  isPinned,
  nameOf,
  ownerName,
  tagsOf,
} from '#model/records/deckRecord.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { createWordFinder, foldText } from '#text/foldText.ts';
import { maxDescriptionLength, type TreeFilter } from './shownRecords.ts';

/** Filters without a value. */
export const plainFilters = ['@mine', '@pinned', '@static', '@failed'] as const;
export type PlainFilter = (typeof plainFilters)[number];
/** Followed by a value, which may be in quotation marks. */
export const valueFilters = ['@tag:', '@owner:', '@changed:'] as const;
export type ValueFilter = (typeof valueFilters)[number];

const allFilters = [...plainFilters, ...valueFilters];

type Test = (ref: RecordRef, record: DeckRecord) => boolean;

/** What is known of records here, and not on the service. */
export interface LocalFacts {
  readonly isPinnedHere: (ref: RecordRef) => boolean;
  readonly isMine: Test;
  /** Whether it is known who the person is on a connection. */
  readonly isPersonKnown: (connectionId: string) => boolean;
}

const noFacts: LocalFacts = { isPinnedHere: () => false, isMine: () => false, isPersonKnown: () => false };

/** @param nowMs milliseconds since 1970 */
export function parseFilter(text: string, nowMs: number, facts: LocalFacts = noFacts): TreeFilter {
  const words: string[] = [];
  const excluded: string[] = [];
  const tests: Test[] = [];
  const ignored: string[] = [];
  let isOfMine = false;
  for (const typed of tokensOf(text)) {
    const isExcluded = typed.startsWith('-'); // a lone one has no word yet, and excludes nothing
    const token = isExcluded ? typed.slice(1) : typed;
    const isFilter = allFilters.some((known) => startsAlike(token, known)) || /^@[a-z]+:/i.test(token);
    const test = isFilter ? readFilter(token, nowMs, facts) : undefined;
    isOfMine ||= isMineFilter(token);
    if (test) tests.push(isExcluded ? (ref, record) => !test(ref, record) : test);
    else if (isFilter) ignored.push(typed);
    else (isExcluded ? excluded : words).push(foldText(unquoted(token)));
  }
  const matches: Test = (ref, record) =>
    words.every((word) => hasWord(record, word)) &&
    !excluded.some((word) => word !== '' && hasWord(record, word)) &&
    tests.every((test) => test(ref, record));
  const lacksPerson = (connectionId: string) => isOfMine && !facts.isPersonKnown(connectionId);
  return { text: text.trim(), findWords: createWordFinder(words), ignored, matches, lacksPerson };
}

const examples: Readonly<Record<ValueFilter, string>> = {
  '@tag:': '@tag:growth',
  '@owner:': '@owner:ann',
  '@changed:': '@changed:7d',
};

interface Mistake {
  readonly token: string;
  /** What is understood: one filter with a value, or all filters. */
  readonly understood: readonly string[];
}

/** Undefined if all is understood, or what is not may still be typed at the end. */
export function findMistake({ text, ignored, isTyped = false }: TreeFilter): Mistake | undefined {
  const last = lastToken(text).token;
  const isPart = (known: string) =>
    isTyped ? startsAlike(last, known) : known.startsWith(last.toLowerCase());
  const token = ignored.find((one) => one !== last || !allFilters.some(isPart));
  if (token === undefined) return undefined;
  const filter = valueFilters.find((known) => token.toLowerCase().replace(/^-/, '').startsWith(known));
  return { token, understood: filter ? [examples[filter]] : allFilters };
}

/** Separated by spaces outside of quotation marks. */
function tokensOf(text: string): readonly string[] {
  return text.match(/(?:"[^"]*"?|[^\s"])+/g) ?? [];
}

/** What is being typed at the end of the text, after `before`. */
export function lastToken(text: string): { readonly before: string; readonly token: string } {
  const token = /\s$/.test(text) ? '' : (tokensOf(text).at(-1) ?? '');
  return { before: text.slice(0, text.length - token.length), token };
}

/** A filter with its value, in quotation marks if it needs them; quotation marks in it are dropped. */
export function formatFilter(filter: ValueFilter, value: string): string {
  const plain = unquoted(value);
  return filter + (/\s/.test(plain) ? `"${plain}"` : plain);
}

/** Whether one begins with the other: a filter with its value, or one that is being typed. */
function startsAlike(token: string, filter: string): boolean {
  const lower = token.toLowerCase();
  return lower.startsWith('@') && (lower.startsWith(filter) || filter.startsWith(lower));
}

function isMineFilter(token: string): boolean {
  return token.toLowerCase() === '@mine';
}

/** Undefined for one that is not complete or not understood. */
function readFilter(token: string, nowMs: number, { isPinnedHere, isMine }: LocalFacts): Test | undefined {
  const lower = token.toLowerCase();
  if (isMineFilter(token)) return isMine;
  if (lower === '@pinned') return (ref, record) => isPinned(record) || isPinnedHere(ref);
  if (lower === '@static' || lower === '@failed') return plainTests[lower];
  const filter = valueFilters.find((known) => lower.startsWith(known));
  const value = foldText(unquoted(lower.slice(filter?.length)).trim());
  return filter && value !== '' ? valueTests[filter](value, nowMs) : undefined;
}

const plainTests: Readonly<Record<Exclude<PlainFilter, '@mine' | '@pinned'>, Test>> = {
  '@static': (_, record) => isCohort(record) && record.is_static,
  '@failed': (_, record) => isCohort(record) && cohortState(record) === 'failed',
};

/** @param value folded */
type ReadTest = (value: string, nowMs: number) => Test | undefined;

const valueTests: Readonly<Record<ValueFilter, ReadTest>> = {
  '@tag:': (value) => (_, record) => tagsOf(record).some((tag) => foldText(unquoted(tag)).startsWith(value)),
  '@owner:': (value) => (_, record) => foldText(ownerName(record.created_by) ?? '').includes(value),
  '@changed:': (value, nowMs) => {
    const sinceMs = readSince(value, nowMs);
    return sinceMs === undefined ? undefined : (_, record) => changedAt(record) >= sinceMs;
  },
};

const hourMs = 3_600_000;
const unitMs: Readonly<Record<string, number>> = {
  h: hourMs,
  d: 24 * hourMs,
  w: 7 * 24 * hourMs,
  m: 30 * 24 * hourMs,
  y: 365 * 24 * hourMs,
};

/** `7d`, a day or a month, which begin at midnight here, in milliseconds since 1970. */
function readSince(value: string, nowMs: number): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,4})([hdwmy])$/.exec(value) ?? [];
  if (amount !== undefined) return nowMs - Number(amount) * (unitMs[unit] ?? 0);
  const [, month, day = '-01'] = /^(\d{4}-\d\d)(-\d\d)?$/.exec(value) ?? [];
  const time = month === undefined ? Number.NaN : Date.parse(`${month}${day}T00:00`);
  return Number.isNaN(time) ? undefined : time;
}

/** The service reports when a record was created and last calculated; a changed cohort is recalculated. */
function changedAt(record: DeckRecord): number {
  const times = [record.created_at, isCohort(record) ? record.last_calculation : null];
  return Math.max(...times.map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time)));
}

function hasWord(record: DeckRecord, word: string): boolean {
  return searchedText(record).includes(word) || word === `#${record.id}`;
}

/** Texts are read once for each record: a stored record is replaced, never changed. */
const searchedTexts = new WeakMap<DeckRecord, string>();

function searchedText(record: DeckRecord): string {
  const known = searchedTexts.get(record);
  if (known !== undefined) return known;
  const description = record.description?.slice(0, maxDescriptionLength) ?? '';
  const text = foldText([nameOf(record) ?? '', description, ...tagsOf(record)].join('\n'));
  searchedTexts.set(record, text);
  return text;
}

function unquoted(token: string): string {
  return token.replaceAll('"', '');
}
