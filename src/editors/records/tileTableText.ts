// A tile's data as text, without VS Code.
import { printCell } from '#exports/csv/csvColumns.ts';
import { FormulaScanner } from '#exports/csv/csvFormulas.ts';
import { unlimited } from '#insights/chartLimits.ts';
import type { NumberStyle } from '#insights/chartModel.ts';
import { type ColumnFormat, type DataTable, toDataTable } from '#insights/dataTable.ts';
import { readTile } from '#insights/readTile.ts';
import { escapeMarkdownCell } from '#text/escapeMarkdown.ts';
import type { Translate } from '#text/translate.ts';

export interface TileTable extends DataTable {
  /** In a sentence for people, if the service has more than it sent. */
  readonly missing?: string;
}

/**
 * All of a tile's data, also what is too much to draw, with texts as they came. Its numbers are bare: titles name their
 * units, prefixes and postfixes. Undefined if it has none.
 */
export function tableOf(tile: unknown, t: Translate): TileTable | undefined {
  const model = readTile(tile, unlimited);
  const table = toDataTable(model, t);
  const style = 'style' in model ? model.style : undefined;
  if (!table) return undefined;
  const columns = table.columns.map((column) => withUnit(column, style));
  const shown = withNote({ ...table, columns }, t);
  if (!('hasMore' in model) || !model.hasMore) return shown;
  const missing =
    model.kind === 'table'
      ? t('The service has more rows than it sent.')
      : t('The service has more values than it sent.');
  return { ...shown, missing };
}

/** In a column of its own, because the others have dates and numbers that programs read. */
function withNote(table: DataTable, t: Translate): DataTable {
  const { columns, rows, incompleteFrom } = table;
  if (!incompleteFrom) return table;
  const noteOf = (column: number | undefined): string | null => {
    if (column === undefined) return null;
    return column === 0 ? t('incomplete') : t('incomplete from “{0}”', columns[column]?.title ?? '');
  };
  return {
    columns: [...columns, { title: t('Note'), format: 'text' }],
    rows: rows.map((cells, row) => [...cells, noteOf(incompleteFrom[row])]),
  };
}

export function formatCsv({ columns, rows }: DataTable): string {
  const lines = [columns.map(({ title }) => title), ...rows].map((cells) => {
    const line = cells.map((cell) => printCell(String(cell ?? ''))).join(',');
    return line === '' ? '""' : line; // an empty line is no row
  });
  return `${lines.join('\r\n')}\r\n`;
}

/** No spreadsheet runs a cell of it as a formula. */
export function formatNeutralCsv(table: DataTable): string {
  const scanner = new FormulaScanner();
  const bytes = [scanner.push(Buffer.from(formatCsv(table))), scanner.end()];
  return Buffer.concat(bytes).toString();
}

const leftFormats: ReadonlySet<ColumnFormat> = new Set([
  'text',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'moment',
  'second',
]);

export function formatMarkdown({ columns, rows }: DataTable): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ title }) => escapeMarkdownCell(title))),
    line(columns.map(({ format }) => (leftFormats.has(format) ? '---' : '---:'))),
    ...rows.map((cells) => line(cells.map((cell) => escapeMarkdownCell(String(cell ?? ''))))),
    '',
  ].join('\n');
}

// The units in the headings of a tile's table, where it is copied or saved: its cells are bare numbers.

/** `Average time (s)`: the title of a copied or saved column names the unit of its numbers. */
function withUnit(column: DataTable['columns'][number], style: NumberStyle | undefined) {
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
