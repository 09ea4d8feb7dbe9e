// What a chart shows as a table: in its place, and beside it for screen readers.
import { useMemo } from 'preact/hooks';
import type { ChartModel } from '#insights/chartModel.ts';
import { toDataTable } from '#insights/dataTable.ts';
import { t } from '#webview/elements/translate.ts';
import { DataTableView, TableElement } from './dataTableView.tsx';

interface ModelTableProps {
  readonly model: ChartModel;
  /** The table's label, also in the name of the button that shows the table. */
  readonly title: string;
}

/** In place of a chart. */
export function ModelTable({ model, title }: ModelTableProps) {
  const table = useMemo(() => toDataTable(model, t), [model]);
  return table ? <DataTableView table={table} label={title} style={styleOf(model)} /> : null;
}

/** Larger tables would make a page slow. */
const maxCells = 300;

/** Beside a chart, for screen readers. */
export function HiddenTable({ model, title }: ModelTableProps) {
  const table = useMemo(() => toDataTable(model, t), [model]);
  if (!table) return null;
  const isSmall = table.rows.length * table.columns.length <= maxCells;
  return (
    <div class="visually-hidden">
      {isSmall ? (
        <TableElement table={table} label={title} style={styleOf(model)} />
      ) : (
        t('Choose “Show {0} as Table” to read the values.', title)
      )}
    </div>
  );
}

function styleOf(model: ChartModel) {
  return 'style' in model ? model.style : undefined;
}
