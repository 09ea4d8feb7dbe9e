// A tile's data as a table.
import { useMemo } from 'preact/hooks';
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell, isNumberColumn } from './formatCell.ts';
import { LongTable } from './longTable.tsx';

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
  const { columns, rows, isLastIncomplete = false } = table;
  const incompleteRow = isLastIncomplete ? rows.at(-1) : undefined;
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
          const isMarked = cells === incompleteRow && index === 0;
          return isMarked ? { ...cell, note: t('(incomplete)'), showsNote: true } : cell;
        })
      }
    />
  );
}
