import type { NumberStyle } from '#insights/chartModel.ts';
import type { DataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { TableElement } from './dataTableView.tsx';

interface HiddenTableProps {
  readonly table: DataTable;
  /** The table's label, also in the name of the button that shows the table. */
  readonly label: string;
  readonly style?: NumberStyle | undefined;
}

/** Larger tables would make a page slow. */
const maxCells = 300;

/** What a chart shows, for screen readers. */
export function HiddenTable({ table, label, style }: HiddenTableProps) {
  const isSmall = table.rows.length * table.columns.length <= maxCells;
  return (
    <div class="visually-hidden">
      {isSmall ? (
        <TableElement table={table} label={label} style={style} />
      ) : (
        t('Choose “Show {0} as Table” to read the values.', label)
      )}
    </div>
  );
}
