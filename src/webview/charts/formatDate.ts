// The days and hours of charts.
import type { Interval, SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { inDisplayLanguage } from '#text/displayLanguage.ts';
import { t } from '#webview/elements/translate.ts';

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

const dateFormats = inDisplayLanguage((language) => {
  const formats = new Map<DateParts, Intl.DateTimeFormat>();
  return (parts: DateParts) => {
    const options = { ...dateParts[parts], timeZone: 'UTC' };
    const format = formats.get(parts) ?? new Intl.DateTimeFormat(language, options);
    formats.set(parts, format);
    return format;
  };
});

/** The date as the service's clock had it: its days are those of the project, wherever this person is. */
export function formatDate(iso: string, parts: DateParts): string {
  const time = clockTime(iso);
  return Number.isNaN(time) ? iso : dateFormats()(parts).format(time);
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

export function formatIntervalPlace({ kind, interval }: SeriesAxis, text: string): string {
  return kind === 'time' ? formatDate(text, interval) : text;
}
