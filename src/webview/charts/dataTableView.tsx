// A tile's data as a table.
import type { Cell, NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { formatCell, isNumberCell } from './formatCell.ts';
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
  return (
    <table class="data" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, format }, index) => (
            <th key={index} scope="col" class={isNumberCell(firstOf(table, index), format) ? 'numeric' : ''}>
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
            {columns.map(({ format }, index) => {
              const cell = cells[index];
              return (
                <td key={index} class={isNumberCell(cell, format) ? 'numeric' : ''}>
                  {formatCell(cell, format, style)}
                </td>
              );
            })}
          </tr>
        )}
      />
    </table>
  );
}

/** The service says nothing of what is in a column; its first value does. */
function firstOf({ rows }: DataTable, column: number): Cell | undefined {
  return rows.find((cells) => cells[column] !== null)?.[column];
}
