// The menus of columns and of cells.
import type { ShownPersons, TableQuery, TableWebviewMessage } from '#protocol/tableMessages.ts';
import { keyName } from '#webview/elements/pressedKey.ts';
import { type MenuItem, openMenu } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';
import { type ColumnLayout, isPersonColumn } from '#webview/table/columns/columnLayout.ts';
import type { Cell } from '#webview/table/grid/cellSelection.ts';
import type { Grid } from '#webview/table/grid/grid.ts';
import type { ViewQueries } from './viewQueries.ts';
import type { ColumnController } from './columnController.ts';
import type { TableLink } from './connectHost.ts';
import type { PaneController } from './paneController.ts';

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
  readonly persons: () => ShownPersons | undefined;
}

const stepPx = 48;

export class TableMenus {
  readonly #options: TableMenusOptions;

  constructor(options: TableMenusOptions) {
    this.#options = options;
  }

  openOfColumn(column: number, place: DOMRect): void {
    const { columns, grid } = this.#options;
    const items = [...this.#itemsOfRows(column), ...this.#itemsOfColumn(column)];
    openMenu(columns.label(column), items, place, () => grid().focus());
  }

  #itemsOfRows(column: number): readonly MenuItem[] {
    const { queries, pane, onSort, onGroup, onFilter } = this.#options;
    const sort = queries.query.sort?.column === column ? queries.query.sort : undefined;
    const isGrouped = queries.query.group === column;
    return [
      {
        label: t('Sort Ascending'),
        isDisabled: sort?.isDescending === false,
        run: () => onSort({ column, isDescending: false }),
      },
      {
        label: t('Sort Descending'),
        isDisabled: sort?.isDescending === true,
        run: () => onSort({ column, isDescending: true }),
      },
      { label: t('Clear Sort'), isDisabled: sort === undefined, run: () => onSort(undefined) },
      {
        label: isGrouped ? t('Ungroup') : t('Group by This Column'),
        startsGroup: true,
        run: () => onGroup(isGrouped ? undefined : column),
      },
      { label: t('Filter…'), run: () => onFilter(column) },
      { label: t('Summary and Chart'), run: () => pane.openSummary(column) },
    ];
  }

  #itemsOfColumn(column: number): readonly MenuItem[] {
    const { layout, columns, link } = this.#options;
    const { visible } = layout;
    const grid = this.#options.grid();
    const { isPinned, onPin } = columns.pinning(column);
    const isOnly = visible.length === 1;
    return [
      { label: isPinned ? t('Unpin Column') : t('Pin Column'), startsGroup: true, run: onPin },
      { label: t('Hide Column'), isDisabled: isOnly, run: () => columns.hide(column, true) },
      { label: t('Hide Other Columns'), isDisabled: isOnly, run: () => columns.hideOthers(column) },
      {
        label: t('Move Left'),
        key: keyName('Alt+Shift+←'),
        isDisabled: visible[0] === column,
        run: () => grid.moveColumn(column, -1),
      },
      {
        label: t('Move Right'),
        key: keyName('Alt+Shift+→'),
        isDisabled: visible.at(-1) === column,
        run: () => grid.moveColumn(column, 1),
      },
      {
        label: t('Wider'),
        key: keyName('Alt+→'),
        startsGroup: true,
        run: () => grid.resizeColumn(column, stepPx),
      },
      { label: t('Narrower'), key: keyName('Alt+←'), run: () => grid.resizeColumn(column, -stepPx) },
      { label: t('Fit to Contents'), run: () => columns.fit(column) },
      {
        label: t('Copy Column Name'),
        startsGroup: true,
        run: () => link.post({ type: 'copyText', text: layout.name(column) }),
      },
    ];
  }

  /** @param cell by its row of the view */
  openOfCell({ row: position, column: columnPlace }: Cell, place: DOMRect): void {
    const { layout, queries, columns, pane, link, grid, onCopy, onPerson, persons } = this.#options;
    const column = layout.visible[columnPlace];
    if (column === undefined) return;
    const items = cellMenu({
      onCopy,
      onFilter: (test) => link.post({ type: 'cellFilter', view: queries.shown, position, column, test }),
      onPerson: () => onPerson(position),
      onSummary: () => pane.openSummary(column),
      onChangeCohort: (action) => {
        const { from, to } = grid().selectedRows();
        link.post({ type: 'changeCohort', action, view: queries.shown, from, to });
      },
      holdsPersons: layout.names.some(isPersonColumn),
      canRemove: persons()?.canRemove ?? false,
      readonlyReason: persons()?.readonlyReason,
    });
    openMenu(columns.label(column), items, place, () => grid().focus());
  }
}

type CohortAction = Extract<TableWebviewMessage, { readonly type: 'changeCohort' }>['action'];

interface CellMenuOptions {
  /** @param hasHeader undefined as for the key: with headers where they are several whole rows */
  readonly onCopy: (hasHeader?: boolean) => void;
  readonly onFilter: (test: 'is' | 'isNot') => void;
  readonly onPerson: () => void;
  readonly onSummary: () => void;
  readonly onChangeCohort: (action: CohortAction) => void;
  readonly holdsPersons: boolean;
  readonly canRemove: boolean;
  readonly readonlyReason: string | undefined;
}

export function cellMenu(options: CellMenuOptions): MenuItem[] {
  const { onCopy, onFilter, onPerson, onSummary, onChangeCohort, holdsPersons, canRemove } = options;
  const { readonlyReason: disabledReason } = options;
  const add = {
    label: t('Add to Static Cohort…'),
    startsGroup: true,
    disabledReason,
    run: () => onChangeCohort('addPersons'),
  };
  const remove = {
    label: t('Remove from This Cohort'),
    disabledReason,
    run: () => onChangeCohort('removePersons'),
  };
  return [
    { label: t('Copy'), key: keyName('Mod+C'), run: () => onCopy() },
    { label: t('Copy with Headers'), run: () => onCopy(true) },
    { label: t('Filter by This Value'), startsGroup: true, run: () => onFilter('is') },
    { label: t('Exclude This Value'), run: () => onFilter('isNot') },
    { label: t('Show Row'), key: keyName('Enter'), startsGroup: true, run: onPerson },
    { label: t('Summary of Column'), run: onSummary },
    ...(holdsPersons ? [add] : []),
    ...(canRemove ? [remove] : []),
  ];
}
