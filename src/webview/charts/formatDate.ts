// The days and hours of charts.
import type { Interval, SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { pageLanguage } from '#webview/elements/pageLanguage.ts';
import { t } from '#webview/elements/translate.ts';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

type DateParts = Interval | 'full' | 'fullMonth' | 'moment';

const dateParts = {
  minute: { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  full: { dateStyle: 'medium' },
  fullMonth: { month: 'long', year: 'numeric' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
} as const satisfies Record<DateParts, Intl.DateTimeFormatOptions>;

/** The date as the service's clock had it: its days are those of the project, wherever this person is. */
export function formatDate(iso: string, parts: DateParts): string {
  const format =
    dateFormats.get(parts) ??
    new Intl.DateTimeFormat(pageLanguage(), {
      ...dateParts[parts],
      timeZone: 'UTC',
    });
  dateFormats.set(parts, format);
  const time = clockTime(iso);
  return Number.isNaN(time) ? iso : format.format(time);
}

/** The day, week or month that begins with a date, with its year. */
export function formatDays(iso: string, interval: 'day' | 'week' | 'month'): string {
  switch (interval) {
    case 'day':
      return formatDate(iso, 'full');
    case 'week':
      return t('Week of {0}', formatDate(iso, 'full'));
    case 'month':
      return formatDate(iso, 'fullMonth');
  }
}

export function formatPlace({ kind, interval }: SeriesAxis, text: string): string {
  return kind === 'time' ? formatDate(text, interval) : text;
}
