// The menus of columns and of cells.
import { openMenu } from '#webview/elements/menu.tsx';
import { cellMenu } from './cellMenu.ts';
import type { ColumnController } from './columnController.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { columnMenu } from './columnMenu.ts';
import type { Grid } from '#webview/table/grid/grid.ts';
import type { TableLink } from './connectHost.ts';
import type { PaneController } from './paneController.ts';
import type { Cell } from '#webview/table/grid/cellSelection.ts';
import type { ViewQueries } from '#webview/table/state/viewQueries.ts';
import type { TableQuery } from '#protocol/tableMessages.ts';

export interface TableMenusOptions {
  readonly layout: ColumnLayout;
  readonly queries: ViewQueries;
  readonly columns: ColumnController;
  readonly pane: PaneController;
  readonly grid: () => Grid;
  readonly link: TableLink;
  readonly onSort: (sort: TableQuery['sort']) => void;
  /** @param column undefined for rows without groups */
  readonly onGroup: (column: number | undefined) => void;
  readonly onFilter: (column: number) => void;
  readonly onCopy: (hasHeader?: boolean) => void;
  readonly onPerson: (row: number) => void;
}

export class TableMenus {
  readonly #options: TableMenusOptions;

  constructor(options: TableMenusOptions) {
    this.#options = options;
  }

  openOfColumn(column: number, place: DOMRect): void {
    const { layout, queries, columns, pane, link, ...options } = this.#options;
    const { sort, group } = queries.query;
    const { visible } = layout;
    const grid = options.grid();
    const isGrouped = group === column;
    const items = columnMenu({
      sort: sort?.column === column ? sort : undefined,
      isGrouped,
      isFirst: visible[0] === column,
      isLast: visible.at(-1) === column,
      isOnly: visible.length === 1,
      ...columns.pinning(column),
      onSort: (isDescending) =>
        options.onSort(isDescending === undefined ? undefined : { column, isDescending }),
      onGroup: () => options.onGroup(isGrouped ? undefined : column),
      onFilter: () => options.onFilter(column),
      onSummary: () => pane.openSummary(column),
      onHide: () => columns.hide(column, true),
      onHideOthers: () => columns.hideOthers(column),
      onMove: (step) => grid.moveColumn(column, step),
      onResize: (byPx) => grid.resizeColumn(column, byPx),
      onFit: () => columns.fit(column),
      onCopyName: () => link.post({ type: 'copyText', text: layout.name(column) }),
    });
    openMenu(columns.label(column), items, place, () => grid.focus());
  }

  /** @param cell by its row of the view */
  openOfCell({ row: position, column: columnPlace }: Cell, place: DOMRect): void {
    const { layout, queries, columns, pane, link, grid, onCopy, onPerson } = this.#options;
    const column = layout.visible[columnPlace];
    if (column === undefined) return;
    const items = cellMenu({
      onCopy,
      onFilter: (test) => link.post({ type: 'cellFilter', view: queries.shown, position, column, test }),
      onPerson: () => onPerson(position),
      onSummary: () => pane.openSummary(column),
    });
    openMenu(columns.label(column), items, place, () => grid().focus());
  }
}
