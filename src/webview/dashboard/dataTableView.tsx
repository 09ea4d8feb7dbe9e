// A tile's data as a table.
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { formatCell } from './formats.ts';

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
  return (
    <table class="data" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, format }, index) => (
            <th key={index} scope="col" class={isNumeric(format) ? 'numeric' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {columns.map(({ format }, index) => {
              const cell = cells[index];
              return (
                <td key={index} class={typeof cell === 'number' ? 'numeric' : ''}>
                  {formatCell(cell, format, style)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isNumeric(format: DataTable['columns'][number]['format']): boolean {
  return format !== 'text' && format !== 'date';
}
