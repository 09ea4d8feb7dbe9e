// The days and hours of charts.
import type { Interval, SeriesAxis } from '#insights/chartModel.ts';
import { clockTime } from '#insights/projectTimeZone.ts';
import { inDisplayLanguage } from '#text/displayLanguage.ts';
import { t } from '#webview/elements/translate.ts';

type DateParts = Exclude<Interval, 'quarter'> | 'full' | 'fullMonth' | 'moment' | 'fullSecond';

const dateParts = {
  second: { hour: 'numeric', minute: 'numeric', second: 'numeric' },
  minute: { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
  full: { dateStyle: 'medium' },
  fullMonth: { month: 'long', year: 'numeric' },
  moment: { dateStyle: 'medium', timeStyle: 'short' },
  fullSecond: { dateStyle: 'medium', timeStyle: 'medium' },
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
export function formatDate(iso: string, parts: DateParts | 'quarter'): string {
  const time = clockTime(iso);
  if (Number.isNaN(time)) return iso;
  if (parts !== 'quarter') return dateFormats()(parts).format(time);
  const quarter = 1 + Math.floor(new Date(time).getUTCMonth() / 3);
  return t('Q{0} {1}', quarter, dateFormats()('year').format(time));
}

/** The day, week or longer interval that begins with a date, with its year. */
export function formatDays(iso: string, interval: 'day' | 'week' | 'month' | 'quarter' | 'year'): string {
  switch (interval) {
    case 'day':
      return formatDate(iso, 'full');
    case 'week':
      return t('Week of {0}', formatDate(iso, 'full'));
    case 'month':
      return formatDate(iso, 'fullMonth');
    case 'quarter':
    case 'year':
      return formatDate(iso, interval);
  }
}

export function formatIntervalPlace({ kind, interval }: SeriesAxis, text: string): string {
  return kind === 'time' ? formatDate(text, interval) : text;
}
