// Dates relative to today: `-14d` for services, “14 days ago” or “last month” for people.
import { inEnglish, type Translate } from '#text/translate.ts';
import type { FilterValue } from './filterShape.ts';
import { timeIntervals } from './timeWindow.ts';

/** “90 days ago” for `-90d`, “the start of this month” for `mStart`; undefined for any other text. */
export function formatRelativeDate(
  { kind, text }: Pick<FilterValue, 'kind' | 'text'>,
  t: Translate,
): string | undefined {
  const [, amount, unit = '', edge] =
    (kind === 'text' && /^(?:-?(\d{1,6}))?([sMhdwmqy]|min)(Start|End)?$/.exec(text)) || [];
  const count = Number(amount ?? 0);
  const ago =
    amount === undefined ? undefined : t('{0} {1} ago', amount, unitNames(t, count === 1).get(unit) ?? '');
  if (edge === undefined) return text.startsWith('-') ? ago : undefined;
  const edges = edge === 'Start' ? startNames(t) : endNames(t);
  const [ofThis, ofAny] = edges.get(unit) ?? [];
  if (count === 0) return ofThis;
  return ofAny === undefined || ago === undefined ? undefined : t('{0} {1}', ofAny, ago);
}

/** `M` and `min` are minutes, `m` months. */
function unitNames(t: Translate, isOne: boolean): ReadonlyMap<string, string | undefined> {
  const names = timeIntervals(t, isOne);
  return new Map([
    ['s', isOne ? t('second') : t('seconds')],
    ['M', names.get('minute')],
    ['min', names.get('minute')],
    ['q', isOne ? t('quarter') : t('quarters')],
    ...intervals.map(([interval, letter]) => [letter, names.get(interval)] as const),
  ]);
}

type EdgeNames = ReadonlyMap<string, readonly [ofThis: string, ofAny: string]>;

function startNames(t: Translate): EdgeNames {
  return new Map([
    ['h', [t('the start of this hour'), t('the start of the hour')]],
    ['d', [t('today'), t('the start of the day')]],
    ['w', [t('the start of this week'), t('the start of the week')]],
    ['m', [t('the start of this month'), t('the start of the month')]],
    ['q', [t('the start of this quarter'), t('the start of the quarter')]],
    ['y', [t('the start of this year'), t('the start of the year')]],
  ]);
}

function endNames(t: Translate): EdgeNames {
  return new Map([
    ['h', [t('the end of this hour'), t('the end of the hour')]],
    ['d', [t('the end of today'), t('the end of the day')]],
    ['w', [t('the end of this week'), t('the end of the week')]],
    ['m', [t('the end of this month'), t('the end of the month')]],
    ['q', [t('the end of this quarter'), t('the end of the quarter')]],
    ['y', [t('the end of this year'), t('the end of the year')]],
  ]);
}

/** `-14d` for “14 days ago”, in the display language or in English; undefined for any other text. */
export function parseRelativeDate(typed: string, t: Translate): string | undefined {
  const words = typed.trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return readWords(words, t) ?? readWords(words, inEnglish);
}

const intervals = [
  ['hour', 'h'],
  ['day', 'd'],
  ['week', 'w'],
  ['month', 'm'],
  ['year', 'y'],
] as const;

function readWords(words: string, t: Translate): string | undefined {
  const named = new Map([
    [t('Yesterday').toLowerCase(), '-1d'],
    [t('last week').toLowerCase(), '-1w'],
    [t('last month').toLowerCase(), '-1m'],
    [t('last year').toLowerCase(), '-1y'],
  ]).get(words);
  const [amount] = /\d{1,6}/.exec(words) ?? [];
  if (named !== undefined || amount === undefined) return named;
  const isMeant = (unit = ''): boolean => t('{0} {1} ago', amount, unit).toLowerCase() === words;
  const found = intervals.find(([interval]) =>
    [true, false].some((isOne) => isMeant(timeIntervals(t, isOne).get(interval))),
  );
  return found && `-${Number(amount)}${found[1]}`;
}

// The day of a date such as `2025-01-31T10:00:00`, as a browser's picker shows and changes it.

/** Empty if the text has none. */
export function dayOf(text: string): string {
  return /^\d{4}-\d{2}-\d{2}(?=$|[T ])/.exec(text)?.[0] ?? '';
}

/** Keeps the time. Undefined if nothing changes. @param picked empty if the picker was cleared */
export function replaceDay(text: string, picked: string): string | undefined {
  const day = dayOf(text);
  if (picked === '' || picked === day) return undefined;
  return day === '' ? picked : picked + text.slice(day.length);
}

/** The start dates offered for a dashboard, by their text. */
export function dashboardDatePresets(t: Translate): ReadonlyMap<string, string> {
  return new Map([
    ['dStart', t('Today')],
    ['-24h', t('Last 24 hours')],
    ['-7d', t('Last 7 days')],
    ['-14d', t('Last 14 days')],
    ['-30d', t('Last 30 days')],
    ['-90d', t('Last 90 days')],
    ['-180d', t('Last 180 days')],
    ['mStart', t('This month')],
    ['yStart', t('This year')],
    ['all', t('All time')],
  ]);
}
