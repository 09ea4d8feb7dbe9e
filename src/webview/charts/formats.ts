// Numbers, dates and lengths of time as people read them in VS Code's display language.
import type { Interval, NumberStyle, SeriesAxis } from '#insights/chartModel.ts';
import type { ColumnFormat } from '#insights/dataTable.ts';
import { formatIsoDate } from '#text/localFormat.ts';
import { formatNumber, formatPercent } from '#webview/elements/numberFormat.ts';

/** `isShort`: for an axis. */
export function formatValue(value: number, style: NumberStyle, isShort = false): string {
  return `${style.prefix}${formatUnit(value, style.unit, isShort)}${style.postfix}`;
}

function formatUnit(value: number, unit: NumberStyle['unit'], isShort: boolean): string {
  switch (unit) {
    case 'plain':
      return formatNumber(value, isShort ? 'short' : 'exact');
    case 'percent':
      return formatPercent(value, 100);
    case 'share':
      return formatPercent(value, 1);
    case 'seconds':
      return formatSeconds(value);
  }
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** `1.5 hr` */
export function formatSeconds(seconds: number): string {
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return formatNumber(seconds / length, unit);
}

const dateFormats = new Map<string, Intl.DateTimeFormat>();

const dateParts = {
  minute: { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  hour: { month: 'short', day: 'numeric', hour: 'numeric' },
  day: { month: 'short', day: 'numeric' },
  week: { month: 'short', day: 'numeric' },
  month: { month: 'short', year: 'numeric' },
  full: { dateStyle: 'medium' },
} as const satisfies Record<Interval | 'full', Intl.DateTimeFormatOptions>;

/** The date as the service's clock had it: its days are those of the project, wherever this person is. */
export function formatDate(iso: string, parts: Interval | 'full'): string {
  const format =
    dateFormats.get(parts) ??
    new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
      ...dateParts[parts],
      timeZone: 'UTC',
    });
  dateFormats.set(parts, format);
  const time = Date.parse(`${iso.slice(0, 19)}${iso.length > 10 ? 'Z' : ''}`);
  return Number.isNaN(time) ? iso : format.format(time);
}

export function formatPlace({ kind, interval }: SeriesAxis, text: string): string {
  return kind === 'time' ? formatDate(text, interval) : text;
}

/** A moment of a query's row is one in this person's time zone; the day of a series is the project's. */
function formatText(text: string, format: ColumnFormat): string {
  if (format === 'date') return formatDate(text, 'full');
  return format === 'number' && isoMoment.test(text) ? formatIsoDate(text) : text;
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const plain: NumberStyle = { unit: 'plain', prefix: '', postfix: '' };

export function formatCell(
  cell: string | number | null | undefined,
  format: ColumnFormat,
  style: NumberStyle = plain,
): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') return formatText(cell, format);
  if (format === 'share') return formatPercent(cell, 1);
  if (format === 'seconds') return formatSeconds(cell);
  return formatValue(cell, format === 'value' ? style : plain);
}
