// A tile's data as a table.
import type { Cell, NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { formatCell } from './formatCell.ts';
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
          {columns.map(({ title }, index) => (
            <th key={index} scope="col" class={isNumeric(table, index) ? 'numeric' : ''}>
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
                <td key={index} class={isNumber(cell) ? 'numeric' : ''}>
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
function isNumeric({ rows }: DataTable, column: number): boolean {
  const first = rows.find((cells) => cells[column] !== null);
  return isNumber(first?.[column]);
}

/** Or the digits of one that a double does not hold. */
function isNumber(cell: Cell | undefined): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell));
}
