// Dates as people type them, in words: “14 days ago”, “last month”. Services read `-14d` only.
import { inEnglish, type Translate } from '#json/translate.ts';
import { timeIntervals } from './timeNames.ts';

/** `-14d` for “14 days ago”, in the display language or in English; undefined for any other text. */
export function readDateWords(typed: string, t: Translate): string | undefined {
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
