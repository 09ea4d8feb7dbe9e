// A tile's data as a table.
import { useMemo } from 'preact/hooks';
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { formatCell, isNumberColumn } from './formatCell.ts';
import { TableRows } from './tableRows.tsx';

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
  const { columns, rows } = table;
  const classes = useMemo(
    () => columns.map((_, index) => (isNumberColumn(table, index) ? 'numeric' : '')),
    [table],
  );
  return (
    <table class="data" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title }, index) => (
            <th key={index} scope="col" class={classes[index]}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <TableRows
        rows={rows}
        columnCount={columns.length}
        draw={(cells, row) => (
          <tr key={row}>
            {columns.map(({ format }, index) => (
              <td key={index} class={classes[index]}>
                {formatCell(cells[index], format, style)}
              </td>
            ))}
          </tr>
        )}
      />
    </table>
  );
}
