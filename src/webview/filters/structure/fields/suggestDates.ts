// The relative dates that a field for a date offers.
import { formatRelativeDate, parseRelativeDate } from '#filters/parseRelativeDate.ts';
import { t } from '#webview/elements/translate.ts';
import type { Suggestion } from './suggestions.ts';

const relativeDates = ['-1d', '-7d', '-30d', '-90d', '-1y'];

/** `-7d`, with `7 days ago` beside it; before them `14 days ago → -14d` for what is typed. */
export function suggestDates(typed: string): readonly Suggestion[] {
  const meant = parseRelativeDate(typed, t);
  const others = relativeDates.map((value) => ({
    value,
    details: formatRelativeDate({ kind: 'text', text: value }, t) ?? '',
  }));
  if (meant === undefined) return others;
  const first = { value: meant, name: `${typed.trim()} → ${meant}`, isMeant: true };
  return [first, ...others.filter(({ value }) => value !== meant)];
}
