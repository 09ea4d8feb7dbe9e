// Dates relative to today: `-14d` for services, “14 days ago” or “last month” for people.
import { inEnglish, type Translate } from '#text/translate.ts';
import type { FilterValue } from './filterShape.ts';
import { timeIntervals } from './timeIntervals.ts';

/** “90 days ago” for `-90d`; undefined for any other text. */
export function formatRelativeDate(
  { kind, text }: Pick<FilterValue, 'kind' | 'text'>,
  t: Translate,
): string | undefined {
  const [, amount, letter = ''] = (kind === 'text' && /^-(\d{1,6})([hdwmy])$/.exec(text)) || [];
  const interval = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' }[letter] ?? '';
  const unit = timeIntervals(t, amount === '1').get(interval);
  return amount === undefined || unit === undefined ? undefined : t('{0} {1} ago', amount, unit);
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
