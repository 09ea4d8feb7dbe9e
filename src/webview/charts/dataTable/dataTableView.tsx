// A tile's data as a table.
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { formatCell, isNumberColumn } from '#webview/charts/formatCell.ts';

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
  const classes = useMemo(
    () => columns.map((_, index) => (isNumberColumn(table, index) ? 'numeric' : '')),
    [table],
  );
  return (
    <CellTable
      label={label}
      heads={columns.map(({ title }, index) => ({ text: title, class: classes[index] }))}
      rows={rows.map((cells, row) =>
        columns.map(({ format }, index) => {
          const cell = { text: formatCell(cells[index], format, style), class: classes[index] };
          return cells[index] === null ? cell : markIncomplete(cell, index, incompleteFrom[row]);
        }),
      )}
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

export interface TableCell {
  readonly text: string;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  /** After the text; where it is for screen readers only, the title says it to others. */
  readonly note?: string | undefined;
  readonly showsNote?: boolean;
}

interface CellTableProps {
  readonly label?: string;
  readonly heads: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
  /** The column that names the row. */
  readonly headColumn?: number;
  /** How many of the first columns stay in sight while the others scroll, two at most. */
  readonly stuckColumns?: number;
}

export function CellTable({ label, heads, rows, headColumn, stuckColumns = 0 }: CellTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useStuckWidths(table, stuckColumns);
  const attributesOf = (cell: TableCell, column: number) => ({
    class: column < stuckColumns ? `${cell.class ?? ''} stuck stuck-${column}` : cell.class,
    title: cell.title,
  });
  return (
    <table class="data" aria-label={label} ref={table}>
      <thead>
        <tr>
          {heads.map((head, column) => (
            <th key={column} scope="col" {...attributesOf(head, column)}>
              {head.text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, column) =>
              column === headColumn ? (
                <th key={column} scope="row" {...attributesOf(cell, column)}>
                  {cell.text}
                </th>
              ) : (
                <td key={column} {...attributesOf(cell, column)}>
                  {cell.text}
                  {cell.note !== undefined && (
                    <span class={cell.showsNote ? 'note' : 'visually-hidden'}> {cell.note}</span>
                  )}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Says how wide the first columns are: each that stays in sight is beside the one before. */
function useStuckWidths(table: RefObject<HTMLTableElement | null>, stuckColumns: number): void {
  useLayoutEffect(() => {
    const { current } = table;
    const heads = [...(current?.tHead?.rows[0]?.cells ?? [])].slice(0, stuckColumns);
    const measure = (): void => {
      const [first = 0, ...others] = heads.map(({ offsetWidth }) => offsetWidth);
      current?.style.setProperty('--first-width', `${first}px`);
      current?.style.setProperty('--stuck-width', `${others.reduce((sum, width) => sum + width, first)}px`);
    };
    const sizes = new ResizeObserver(measure);
    for (const head of heads) sizes.observe(head);
    return () => sizes.disconnect();
  }, [stuckColumns]);
}
