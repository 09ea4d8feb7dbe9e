// A tile's data as a table.
import { useMemo } from 'preact/hooks';
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell, isNumberColumn } from '#webview/charts/formatCell.ts';
import { LongTable, type TableCell } from './longTable.tsx';

interface DataTableViewProps {
  readonly table: DataTable;
  readonly label: string;
  readonly style?: NumberStyle | undefined;
}

export function DataTableView(props: DataTableViewProps) {
  return (
    <div class="data-frame" role="region" aria-label={props.label} tabIndex={0}>
      <TableElement {...props} />
    </div>
  );
}

export function TableElement({ table, label, style }: DataTableViewProps) {
  const { columns, rows, incompleteFrom = {} } = table;
  const firstIncomplete = useMemo(
    () => new Map(Object.entries(incompleteFrom).map(([row, column]) => [rows[Number(row)], column])),
    [table],
  );
  const classes = useMemo(
    () => columns.map((_, index) => (isNumberColumn(table, index) ? 'numeric' : '')),
    [table],
  );
  return (
    <LongTable
      label={label}
      heads={columns.map(({ title }, index) => ({ text: title, class: classes[index] }))}
      rows={rows}
      cellsOf={(cells) =>
        columns.map(({ format }, index) => {
          const cell = { text: formatCell(cells[index], format, style), class: classes[index] };
          return cells[index] === null ? cell : markIncomplete(cell, index, firstIncomplete.get(cells));
        })
      }
    />
  );
}

/** The name of a row whose interval is incomplete, or each value of one. */
function markIncomplete(cell: TableCell, column: number, from: number | undefined): TableCell {
  if (from === undefined || column < from || (from === 0 && column > 0)) return cell;
  const note = t('(incomplete)');
  if (from === 0) return { ...cell, note, showsNote: true };
  const title = t('{0} (incomplete)', cell.text);
  return { ...cell, class: `${cell.class} incomplete`, title, note };
}
