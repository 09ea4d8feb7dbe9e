// The units in the headings of a tile's table, where it is copied or saved: its cells are bare numbers.
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';

/** `Average time (s)`: the title of a copied or saved column names the unit of its numbers. */
export function withUnit(column: DataTable['columns'][number], style: NumberStyle | undefined) {
  const { title, format } = column;
  const unit = format === 'seconds' ? 's' : format === 'value' && style ? unitOf(style) : '';
  return unit === '' ? column : { ...column, title: `${title} (${unit})` };
}

const units = { plain: '', share: '', percent: '%', seconds: 's', milliseconds: 'ms' } as const;

function unitOf({ prefix, unit, postfix }: NumberStyle): string {
  return [prefix, units[unit], postfix]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}
