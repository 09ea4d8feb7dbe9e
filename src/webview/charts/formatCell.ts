// A table's cell: its digits, its date or its text.
import type { NumberStyle } from '#insights/chartModel.ts';
import type { ColumnFormat } from '#insights/dataTable.ts';
import { formatIsoDate } from '#text/localFormat.ts';
import { formatPercent } from '#webview/elements/numberFormat.ts';
import { formatDate } from './formatDate.ts';
import { formatSeconds, formatValue } from './formatValue.ts';

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

/** A moment of a query's row is one in this person's time zone; the day of a series is the project's. */
function formatText(text: string, format: ColumnFormat): string {
  if (format === 'date') return formatDate(text, 'full');
  return format === 'number' && isoMoment.test(text) ? formatIsoDate(text) : text;
}

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
