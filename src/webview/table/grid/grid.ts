// grid/ draws the visible rows and columns, and moves through them; it imports only columns/. The grid has the focus.
import type { KeptRows } from '#protocol/tableMessages.ts';
import { type CellCache, CellRequests } from './cellCache.ts';
import type { GridActions } from './gridActions.ts';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { ColumnScroller, widestPx } from './columnScroller.ts';
import { GridHeader, type Sort } from './gridHeader.tsx';
import { gridCommand, moveByKey, togglesGroup, type GridCommand } from './gridKeys.ts';
import { GridRows, gutterWidth, nameActiveCell } from './gridRows.tsx';
import { type Cell, extendTo, isWithin, rangeOf, selectCell, type Selection } from './cellSelection.ts';
import type { RowGroups, RowSpan } from './rowGroups.ts';
import { RowScroller } from './rowScroller.ts';
import { ShownRows } from './shownRows.ts';

const resizeStepPx = 24;
/** Visible cells come first; those around them when scrolling pauses. */
const nearbyDelayMs = 80;

/** Where the grid is, to be gone to again by a later page of the same file: its rows, and columns by their numbers. */
export interface GridPlace {
  readonly topRow: number;
  /** Of those that scroll. */
  readonly firstColumn: number | undefined;
  readonly activeRow: number;
  readonly activeColumn: number | undefined;
}

export class Grid {
  readonly #element: HTMLElement;
  readonly #canvas = document.createElement('div');
  readonly #layout: ColumnLayout;
  readonly #cache: CellCache;
  readonly #actions: GridActions;
  readonly #requests: CellRequests;
  readonly #header: GridHeader;
  readonly #rows = new GridRows();
  readonly #rowScroller: RowScroller;
  readonly #columnScroller: ColumnScroller;
  #selection = selectCell({ row: 0, column: 0 });
  readonly #shown = new ShownRows();
  #search = '';
  #hasDecimalCommas = false;
  #frame = 0;
  #nearbyTimer: ReturnType<typeof setTimeout> | undefined;
  /** The width of the widest text in the grid's font. */
  readonly widestPx = (texts: readonly string[]) => widestPx(this.#element, texts);

  /** @param element of the grid, empty and in the page */
  constructor(element: HTMLElement, layout: ColumnLayout, cache: CellCache, actions: GridActions) {
    this.#element = element;
    this.#layout = layout;
    this.#cache = cache;
    this.#actions = actions;
    this.#requests = new CellRequests(actions.request, () => this.refresh());
    this.#header = new GridHeader(layout, {
      onSort: actions.onSort,
      onMenu: actions.onMenu,
      onLayout: actions.onLayout,
      onActivate: (column) => this.#select(selectCell({ row: -1, column })),
    });
    this.#canvas.className = 'canvas';
    this.#canvas.setAttribute('role', 'presentation');
    this.#canvas.append(this.#header.element, this.#rows.element);
    element.append(this.#canvas);
    this.#rowScroller = new RowScroller(element, this.#canvas, () => this.refresh());
    this.#columnScroller = new ColumnScroller(element, layout, () => this.refresh());
    this.#listen();
    new ResizeObserver(() => this.#rowScroller.measure() && this.refresh()).observe(element);
  }

  /** Rows of the view. */
  get rowCount(): number {
    return this.#shown.viewRows;
  }

  get groups(): RowGroups | undefined {
    return this.#shown.groups;
  }

  get isNearEnd(): boolean {
    return this.#rowScroller.isNearEnd;
  }

  /** The active cell, with its row of the grid: groups have rows of their own. */
  get activeCell(): Cell {
    return this.#selection.active;
  }

  /** The active row of the view; undefined while the header or a group is active. */
  get activeRow(): number | undefined {
    return this.#shown.viewRowAt(this.#selection.active.row);
  }

  /** Has `showView` keep the active row and, on the screen, this one or else the first visible one. */
  keepRows(): KeptRows {
    const { row } = this.#selection.active;
    return this.#shown.keep(this.#rowScroller.visibleRow(row), row);
  }

  /** The number of the active column, not its place. */
  get activeColumn(): number | undefined {
    return this.#layout.visible[this.#selection.active.column];
  }

  get place(): GridPlace {
    return {
      topRow: this.#rowScroller.visibleRows.from,
      firstColumn: this.#layout.visible[this.#columnScroller.firstPlace],
      activeRow: this.#selection.active.row,
      activeColumn: this.activeColumn,
    };
  }

  /** As far as the rows and columns are there. */
  goTo({ topRow, firstColumn, activeRow, activeColumn }: GridPlace): void {
    const row = Math.min(activeRow, this.#shown.gridRows - 1);
    this.#selection = selectCell({ row, column: this.#layout.placeOf(activeColumn) });
    this.#rowScroller.scrollToRow(topRow);
    this.#columnScroller.scrollTo(this.#layout.placeOf(firstColumn));
    this.refresh();
  }

  range() {
    return rangeOf(this.#selection, this.#size());
  }

  /** The selected rows of the view, those of closed groups included. */
  selectedRows(): RowSpan {
    const { fromRow: from, toRow: to } = this.range();
    return this.#shown.spanOf({ from, to });
  }

  /** @param rows of the file */
  setRows(rows: number): void {
    this.#requests.forget();
    this.#shown.show(rows, undefined);
    this.#layOutRows();
  }

  /** Shows another view from its top or, where `kept` has the new positions of `keepRows`, the same one with more rows. */
  showView(rows: number, groups: RowGroups | undefined, kept: KeptRows | undefined): void {
    this.#requests.forget();
    const moved = this.#shown.show(rows, groups, kept);
    this.#layOutRows();
    if (!kept) return this.#showTop();
    const { row, column } = this.#selection.active;
    this.#selection = selectCell({ row: Math.min(row + moved.active, this.#shown.gridRows - 1), column });
    this.#rowScroller.scrollDown(moved.anchor);
  }

  setAllGroupsOpen(isOpen: boolean): void {
    this.#shown.groups?.setAllOpen(isOpen);
    this.#layOutRows();
    this.#showTop();
  }

  #layOutRows(): void {
    const rows = this.#shown.gridRows;
    this.#rowScroller.setRows(rows);
    this.#element.setAttribute('aria-rowcount', String(rows + 1));
    this.refresh();
  }

  /** The first row becomes active unless the header is. */
  #showTop(): void {
    const { row, column } = this.#selection.active;
    this.#selection = selectCell({ row: Math.min(row, 0), column });
    this.#rowScroller.scrollTo(0);
  }

  setSort(sort: Sort | undefined): void {
    this.#header.setSort(sort);
    this.refresh();
  }

  /** Marked in the cells where it is found. */
  setSearch(search: string): void {
    this.#search = search;
    this.refresh();
  }

  /** Makes a column active, and scrolls to it. */
  goToColumn(column: number, row = this.#selection.active.row): void {
    const place = this.#layout.visible.indexOf(column);
    if (place >= 0) this.#select(selectCell({ row, column: place }));
  }

  revealColumn(column: number): void {
    this.#columnScroller.reveal(this.#layout.visible.indexOf(column));
  }

  /** Numbers are aligned with or without them. */
  setDecimalCommas(hasDecimalCommas: boolean): void {
    this.#hasDecimalCommas = hasDecimalCommas;
  }

  setFiltered(columns: ReadonlySet<number>): void {
    this.#header.setFiltered(columns);
    this.refresh();
  }

  /** Call when columns, their order or their widths change. */
  relayout(): void {
    this.#columnScroller.update();
    const columns = this.#layout.visible.length;
    this.#element.setAttribute('aria-colcount', String(columns + 1));
    this.#canvas.style.width = `${this.#columnScroller.totalWidth + gutterWidth}px`;
    const last = Math.max(0, columns - 1);
    const { row, column } = this.#selection.active;
    if (column > last) this.#selection = selectCell({ row, column: last });
    this.refresh();
  }

  /** Draws before the next paint. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Draws immediately, because requested cells have arrived. */
  drawAnswer(): void {
    this.#requests.answered();
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  focus(): void {
    this.#element.focus({ preventScroll: true });
  }

  moveColumn(column: number, step: number): void {
    this.#layout.move(column, this.#layout.visible.indexOf(column) + step);
    const place = this.#layout.visible.indexOf(column);
    this.relayout();
    this.#select(selectCell({ row: this.#selection.active.row, column: place }));
    this.#actions.onLayout({ column, isResized: false });
  }

  resizeColumn(column: number, byPx: number): void {
    this.#layout.setWidth(column, this.#layout.width(column) + byPx);
    this.relayout();
    this.#actions.onLayout({ column, isResized: true });
  }

  #size() {
    return {
      rows: this.#rowScroller.rowCount,
      columns: this.#layout.visible.length,
      page: this.#rowScroller.rowsPerPage,
    };
  }

  #draw(): void {
    this.#frame = 0;
    const { from, to } = this.#rowScroller.visibleRows;
    const items = this.#columnScroller.visibleColumns;
    const columns = items.map(({ column }) => column);
    const { active } = this.#selection;
    this.#request(from, to, columns);
    this.#header.draw(items, active);
    this.#rows.draw({
      from,
      to,
      top: this.#rowScroller.topOf(from),
      items,
      active,
      range: this.range(),
      cache: this.#cache,
      shown: this.#shown,
      search: this.#search,
      hasDecimalCommas: this.#hasDecimalCommas,
    });
    this.#actions.onDraw();
    nameActiveCell(this.#element, active.row < 0 ? this.#header.activeId : this.#rows.activeId);
    clearTimeout(this.#nearbyTimer);
    this.#nearbyTimer = setTimeout(() => this.#requestNearby(from, to, columns), nearbyDelayMs);
  }

  /** One screen more on either side, for the next Page Up or Page Down. */
  #requestNearby(from: number, to: number, columns: readonly number[]): void {
    const height = to - from;
    this.#request(Math.max(0, from - height), Math.min(this.#size().rows, to + height), columns);
  }

  #request(from: number, to: number, columns: readonly number[]): void {
    const spans = this.#shown.shownIn({ from, to });
    if (spans.length === 0) return;
    this.#requests.send(() =>
      spans.flatMap((span) => this.#cache.missing(span.from, span.to, columns, this.#shown.viewRows)),
    );
  }

  #listen(): void {
    this.#element.addEventListener('scroll', () => {
      this.#rows.setScrolledAside(this.#element.scrollLeft > 0);
      this.#actions.onScroll();
    });
    this.#element.addEventListener('keydown', (event) => this.#handleKey(event));
    this.#rows.onSelect((cell, { isExtending, isWholeRow }) => {
      const extended = isExtending ? extendTo(this.#selection, cell) : selectCell(cell);
      const isWholeRows = isWholeRow || (isExtending && this.#selection.isWholeRows);
      this.#select({ ...extended, isWholeRows }, true);
    });
    this.#rows.onMenu((cell, place) => {
      if (!isWithin(cell, this.range())) this.#select(selectCell(cell), true);
      this.#openCellMenu(cell, place);
    });
    this.#rows.onToggle((row) => this.#toggleAt(row));
    this.#rows.element.addEventListener('dblclick', () => {
      if (this.activeRow !== undefined) this.#actions.onOpen(this.activeRow);
    });
  }

  #toggleByKey(event: KeyboardEvent): boolean {
    const { row } = this.#selection.active;
    const group = this.#groupAt(row);
    const isToggled = group !== undefined && togglesGroup(event, group.isOpen);
    if (isToggled) this.#toggleAt(row);
    return isToggled;
  }

  #groupAt(row: number) {
    const place = this.#shown.placeOf(row);
    return place?.kind === 'group' ? this.#shown.groups?.group(place.index) : undefined;
  }

  #toggleAt(row: number): void {
    const group = this.#groupAt(row);
    if (!group) return;
    this.#shown.groups?.setOpen(group.index, !group.isOpen);
    this.#layOutRows();
    this.#actions.onActive(this.#selection.active);
  }

  #openCellMenu({ row: gridRow, column }: Cell, place: DOMRect): void {
    const row = this.#shown.viewRowAt(gridRow);
    if (row !== undefined) this.#actions.onCellMenu({ row, column }, place);
  }

  #handleKey(event: KeyboardEvent): void {
    const isToggled = this.#toggleByKey(event);
    const moved = isToggled ? undefined : moveByKey(this.#selection, event, this.#size());
    const command = isToggled || moved ? undefined : gridCommand(event);
    if (moved) this.#select(moved);
    if (command) this.#run(command, event.ctrlKey || event.metaKey);
    if (!isToggled && !moved && !command) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #run(command: GridCommand, isControl: boolean): void {
    const { row } = this.#selection.active;
    const column = this.activeColumn;
    switch (command.type) {
      case 'selectRows':
        return this.#select({ ...this.#selection, isWholeRows: true });
      case 'selectAll':
        return this.#selectAll();
      case 'copy':
        return this.#actions.onCopy();
      case 'enter':
        if (row >= 0) return this.activeRow === undefined ? undefined : this.#actions.onOpen(this.activeRow);
        if (column === undefined) return;
        return isControl ? this.#openMenu(column) : this.#actions.onSort(column);
      case 'menu':
        if (row >= 0) return this.#openCellMenu(this.#selection.active, this.#rows.activePlace());
        return column === undefined ? undefined : this.#openMenu(column);
      case 'columnMenu':
        return column === undefined ? undefined : this.#openMenu(column);
      case 'moveColumn':
        return column === undefined ? undefined : this.moveColumn(column, command.step);
      case 'resizeColumn':
        return column === undefined ? undefined : this.resizeColumn(column, command.step * resizeStepPx);
    }
  }

  #openMenu(column: number): void {
    this.#actions.onMenu(column, this.#header.placeOf(column) ?? this.#element.getBoundingClientRect());
  }

  #selectAll(): void {
    const last = { row: this.#size().rows - 1, column: this.#layout.visible.length - 1 };
    this.#selection = { anchor: { row: 0, column: 0 }, active: last, isWholeRows: true };
    this.#actions.onActive(last);
    this.refresh();
  }

  /** @param isPointed by the pointer, so the column is visible already */
  #select(selection: Selection, isPointed = false): void {
    this.#selection = selection;
    const { row, column } = selection.active;
    if (row >= 0) this.#rowScroller.reveal(row);
    if (!isPointed) this.#columnScroller.reveal(column);
    this.#actions.onActive(selection.active);
    this.refresh();
  }
}
