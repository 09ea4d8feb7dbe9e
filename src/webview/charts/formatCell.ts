// A table's cell: its digits, its date or its text.
import type { NumberStyle, ValueCell } from '#insights/chartModel.ts';
import type { ColumnFormat, DataTable } from '#insights/dataTable.ts';
import { dateOf } from '#insights/resultValues.ts';
import { formatIsoDate } from '#text/formatTime.ts';
import { formatNumber, formatPercent } from '#text/formatNumber.ts';
import { formatDate, formatDays } from './formatDate.ts';
import { formatSeconds, formatValue } from './formatValue.ts';

const plain: NumberStyle = { unit: 'plain', prefix: '', postfix: '' };

export function formatCell(
  cell: string | number | null | undefined,
  format: ColumnFormat,
  style: NumberStyle = plain,
): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') return formatText(cell, format, style);
  if (format === 'cell') return formatQueried(cell);
  if (format === 'share') return formatPercent(cell, 1);
  if (format === 'seconds') return formatSeconds(cell);
  return formatValue(cell, format === 'value' ? style : plain);
}

/** The value of a point: what cannot be drawn as it came. */
export function formatPointValue(
  value: number | null | undefined,
  cell: ValueCell | undefined,
  style: NumberStyle,
): string {
  return formatCell(value ?? cell, 'value', style);
}

/** Whether it is aligned to the right: its cells are numbers, or should be, or there are no others in it. */
export function isNumberColumn({ columns, rows }: DataTable, column: number): boolean {
  const format = columns[column]?.format ?? 'text';
  if (numberFormats.has(format)) return true;
  const cells = rows.map((row) => row[column] ?? null).filter((cell) => cell !== null);
  return cells.length > 0 && cells.every((cell) => isNumberCell(cell, format));
}

const numberFormats: ReadonlySet<ColumnFormat> = new Set(['number', 'value', 'share', 'seconds']);

const digitsOnly = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A number, or the digits of one that a double does not hold. */
function isNumberCell(cell: string | number, format: ColumnFormat): boolean {
  if (typeof cell === 'number') return true;
  const mayHoldDigits = format === 'value' || format === 'cell';
  return mayHoldDigits && digitsOnly.test(cell);
}

/** Without groups, because a year would read “2,026”, and with all of its digits, because it may be an id. */
function formatQueried(value: number): string {
  const isTiny = value !== 0 && Math.abs(value) < 1e-6; // hundreds of zeros
  return isTiny ? String(value) : formatNumber(value, 'ungrouped');
}

/** A moment of a query's row is one in this person's time zone; the day of a series is the project's. */
function formatText(text: string, format: ColumnFormat, style: NumberStyle): string {
  switch (format) {
    case 'day':
    case 'week':
    case 'month':
    case 'quarter':
    case 'year':
      return formatDays(text, format);
    case 'moment':
      return formatDate(text, 'moment');
    case 'second':
      return formatDate(text, 'fullSecond');
    case 'value':
      return formatDigits(text, style);
    case 'cell':
      return isoMoment.test(text) && dateOf(text) !== undefined ? formatIsoDate(text) : text;
    case 'text':
    case 'number':
    case 'share':
    case 'seconds':
      return text;
  }
}

/** The digits; all of them if there is no unit. What is no number has none. */
function formatDigits(digits: string, style: NumberStyle): string {
  if (!digitsOnly.test(digits)) return digits;
  const { unit, prefix, postfix } = style;
  return unit === 'plain' ? `${prefix}${digits}${postfix}` : formatValue(Number(digits), style);
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
