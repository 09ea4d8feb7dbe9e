// The grid: it has the focus, and says which cell is active; rows and columns exist only where they show.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { block, isMac } from '#webview/elements/controls.ts';
import type { CellCache, CellRequest } from './cellCache.ts';
import { CellQuestions } from './cellQuestions.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { GridHeader, type Sort } from './gridHeader.ts';
import { GridRows, gutterWidth } from './gridRows.ts';
import { RowScale } from './rowScale.ts';
import {
  extendTo,
  firstCell,
  moveByKey,
  rangeOf,
  selectCell,
  type Cell,
  type Selection,
} from './selection.ts';

export const rowHeight = 24;
export const headerHeight = 28;
const stepPx = 24;
/** What shows comes first; what is near it when scrolling has come to rest. */
const nearDelayMs = 80;

/** What was done to a column by key; `edge`: it could go no further. */
export interface Arranged {
  readonly column: number;
  readonly change: 'moved' | 'resized' | 'edge';
}

export interface GridActions {
  readonly ask: (requests: readonly CellRequest[]) => void;
  /** Another cell is active; `row` −1 is the header. */
  readonly onActive: (cell: Cell) => void;
  /** Enter or a double click on a row. */
  readonly onOpen: (row: number) => void;
  readonly onScroll: () => void;
  readonly onSort: (column: number) => void;
  readonly onMenu: (column: number, place: DOMRect) => void;
  readonly onCopy: () => void;
  readonly onLayout: (said?: Arranged) => void;
}

export class Grid {
  readonly element = block('grid');
  readonly #canvas = block('canvas');
  readonly #layout: ColumnLayout;
  readonly #cache: CellCache;
  readonly #actions: GridActions;
  readonly #questions: CellQuestions;
  readonly #header: GridHeader;
  readonly #rows: GridRows;
  readonly #columns: Virtualizer<HTMLElement, HTMLElement>;
  #scale = new RowScale(0, rowHeight, 0);
  #offset = 0;
  #selection: Selection = firstCell;
  /** Where our own setting of the scroll bar has left it: its event says nothing new. */
  #ownScrollTop = -1;
  #frame = 0;
  #nearTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #measure2d = document.createElement('canvas').getContext('2d');

  constructor(layout: ColumnLayout, cache: CellCache, label: string, actions: GridActions) {
    this.#layout = layout;
    this.#cache = cache;
    this.#actions = actions;
    this.#questions = new CellQuestions(actions.ask, () => this.refresh());
    this.#header = new GridHeader(layout, {
      onSort: actions.onSort,
      onMenu: actions.onMenu,
      onLayout: actions.onLayout,
      onActivate: (column) => this.#select(selectCell({ row: -1, column })),
      scrollLeft: () => this.element.scrollLeft,
    });
    this.#rows = new GridRows();
    const { element } = this;
    element.tabIndex = 0;
    element.setAttribute('role', 'grid');
    element.setAttribute('aria-label', label);
    element.setAttribute('aria-readonly', 'true');
    element.setAttribute('aria-multiselectable', 'true');
    this.#canvas.setAttribute('role', 'presentation');
    this.#canvas.append(this.#header.element, this.#rows.element);
    element.append(this.#canvas);
    this.#columns = new Virtualizer<HTMLElement, HTMLElement>(this.#columnOptions());
    this.#listen();
  }

  /** Called once the grid is in the page. */
  start(): void {
    // oxlint-disable-next-line no-underscore-dangle -- every adapter of the virtualiser starts it by these names
    this.#columns._didMount();
    // oxlint-disable-next-line no-underscore-dangle -- likewise
    this.#columns._willUpdate();
    new ResizeObserver(() => this.#measure()).observe(this.element);
  }

  get rowCount(): number {
    return this.#scale.rows;
  }

  get activeCell(): Cell {
    return this.#selection.active;
  }

  /** The active column's number, not its place. */
  get activeColumn(): number | undefined {
    return this.#layout.visible[this.#selection.active.column];
  }

  range() {
    return rangeOf(this.#selection, this.#size());
  }

  setRows(rows: number): void {
    this.#questions.forget();
    this.#scale = new RowScale(rows, rowHeight, this.#scale.viewHeight);
    this.element.setAttribute('aria-rowcount', String(rows + 1));
    this.#canvas.style.height = `${this.#scale.height + headerHeight}px`;
    this.#offset = Math.min(this.#offset, this.#scale.lastOffset);
    this.refresh();
  }

  /** Another view: its first row shows, and the active cell is in it. */
  showTop(): void {
    const { column } = this.#selection.active;
    this.#selection = selectCell({ row: this.#selection.active.row < 0 ? -1 : 0, column });
    this.#scrollTo(0);
    this.refresh();
  }

  setSort(sort: Sort | undefined): void {
    this.#header.setSort(sort);
    this.refresh();
  }

  setFiltered(columns: ReadonlySet<number>): void {
    this.#header.setFiltered(columns);
    this.refresh();
  }

  /** Columns have changed: their number, places or widths. */
  relayout(): void {
    this.#columns.setOptions(this.#columnOptions());
    this.#columns.measure();
    this.element.setAttribute('aria-colcount', String(this.#layout.visible.length + 1));
    this.#canvas.style.width = `${this.#columns.getTotalSize() + gutterWidth}px`;
    const most = Math.max(0, this.#layout.visible.length - 1);
    if (this.#selection.active.column > most) {
      this.#selection = selectCell({ row: this.#selection.active.row, column: most });
    }
    this.refresh();
  }

  /** Draws before the next paint. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Draws at once: cells that somebody waits for have come. */
  drawAnswer(): void {
    this.#questions.answered();
    cancelAnimationFrame(this.#frame);
    this.#draw();
  }

  /** How wide the widest of some texts is in the grid's letters. */
  widestPx(texts: readonly string[]): number {
    const context = this.#measure2d;
    if (!context) return 0;
    const { fontSize, fontFamily } = getComputedStyle(this.element);
    context.font = `${fontSize} ${fontFamily}`;
    return Math.max(0, ...texts.map((text) => context.measureText(text).width));
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
  }

  selectAll(): void {
    const last = { row: this.rowCount - 1, column: this.#layout.visible.length - 1 };
    this.#selection = { anchor: { row: 0, column: 0 }, active: last, isWholeRows: true };
    this.#actions.onActive(last);
    this.refresh();
  }

  /** Moves to a row in the same column, as the pane's buttons do. */
  activate(row: number): void {
    this.#select(selectCell({ row, column: this.#selection.active.column }));
  }

  /** The header cell's place on the screen, for a menu under it. */
  headerPlace(column: number): DOMRect {
    return this.#header.placeOf(column) ?? this.element.getBoundingClientRect();
  }

  #columnOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      horizontal: true,
      count: this.#layout.visible.length,
      estimateSize: (index: number) => this.#layout.width(this.#layout.visible[index] ?? 0),
      getScrollElement: () => this.element,
      overscan: 2,
      scrollPaddingStart: 0,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.refresh(),
    };
  }

  #size() {
    const page = Math.max(1, Math.floor(this.#scale.viewHeight / rowHeight) - 1);
    return { rows: this.rowCount, columns: this.#layout.visible.length, page };
  }

  #measure(): void {
    const viewHeight = Math.max(0, this.element.clientHeight - headerHeight);
    if (viewHeight === this.#scale.viewHeight) return;
    this.#scale = new RowScale(this.#scale.rows, rowHeight, viewHeight);
    this.#canvas.style.height = `${this.#scale.height + headerHeight}px`;
    this.refresh();
  }

  /** The rows and columns that show. */
  #shown() {
    const { from, to } = this.#scale.rowsAt(this.#offset);
    const items = this.#columns.getVirtualItems().flatMap((item) => {
      const column = this.#layout.visible[item.index];
      return column === undefined ? [] : [{ place: item.index, column, start: item.start, size: item.size }];
    });
    return { from, to, items, columns: items.map(({ column }) => column) };
  }

  /** Before the next frame, so that the answer is on its way while something else is drawn. */
  #askShown(): void {
    const { from, to, columns } = this.#shown();
    this.#ask(from, to, columns);
  }

  #draw(): void {
    this.#frame = 0;
    const { from, to, items, columns } = this.#shown();
    const { active } = this.#selection;
    this.#ask(from, to, columns);
    if (this.#questions.isWorthWaiting(this.#cache.hasNothingOf(from, to, columns))) return;
    this.#header.draw(items, active);
    this.#rows.draw({
      from,
      to,
      top: from * rowHeight - this.#offset,
      items,
      active,
      range: this.range(),
      cache: this.#cache,
    });
    const id = active.row < 0 ? this.#header.activeId : this.#rows.activeId;
    this.element.setAttribute('aria-activedescendant', id);
    clearTimeout(this.#nearTimer);
    this.#nearTimer = setTimeout(() => this.#askNear(from, to, columns), nearDelayMs);
  }

  /** A screen more on either side, so that the next page is there when somebody turns to it. */
  #askNear(from: number, to: number, columns: readonly number[]): void {
    const first = Math.max(0, from - (to - from));
    const last = Math.min(this.rowCount, to + (to - from));
    this.#ask(first, last, columns);
  }

  #ask(from: number, to: number, columns: readonly number[]): void {
    if (to > from) this.#questions.ask(() => this.#cache.missing(from, to, columns, this.rowCount));
  }

  #listen(): void {
    const { element } = this;
    element.addEventListener('scroll', () => {
      this.#rows.setAside(element.scrollLeft > 0);
      this.#actions.onScroll();
      if (Math.abs(element.scrollTop - this.#ownScrollTop) < 1) return;
      this.#ownScrollTop = -1;
      this.#offset = this.#scale.toOffset(element.scrollTop);
      this.#askShown();
      this.refresh();
    });
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    element.addEventListener('keydown', (event) => this.#press(event));
    this.#rows.onSelect((cell, { isExtending, isWholeRow }) => {
      const extended = isExtending ? extendTo(this.#selection, cell) : selectCell(cell);
      this.#select(
        { ...extended, isWholeRows: isWholeRow || (isExtending && this.#selection.isWholeRows) },
        true,
      );
    });
    this.#rows.element.addEventListener('dblclick', () => this.#actions.onOpen(this.#selection.active.row));
  }

  /** Where a pixel of the scroll bar is many rows, the wheel still turns row by row. */
  #wheel(event: WheelEvent): void {
    if (!this.#scale.isScaled || event.ctrlKey || event.deltaY === 0 || event.shiftKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? rowHeight : event.deltaMode === 2 ? this.#scale.viewHeight : 1;
    this.#scrollTo(this.#offset + event.deltaY * unit);
    this.element.scrollLeft += event.deltaX;
  }

  #scrollTo(offset: number): void {
    this.#offset = Math.min(Math.max(0, offset), this.#scale.lastOffset);
    this.element.scrollTop = this.#scale.toScrollTop(this.#offset);
    this.#ownScrollTop = this.element.scrollTop;
    this.#askShown();
    this.refresh();
  }

  #press(event: KeyboardEvent): void {
    const isMod = isMac ? event.metaKey : event.ctrlKey;
    const moved = moveByKey(this.#selection, event, this.#size());
    if (moved) this.#select(moved);
    else if (event.key === 'Enter') this.#enter(event);
    else if (event.key === ' ' && event.shiftKey) this.#select({ ...this.#selection, isWholeRows: true });
    else if (isMod && event.key.toLowerCase() === 'a') this.selectAll();
    else if (isMod && event.key.toLowerCase() === 'c') this.#actions.onCopy();
    else if (event.altKey && this.#arrange(event)) this.#actions.onLayout();
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) this.#menu();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #enter(event: KeyboardEvent): void {
    const { row } = this.#selection.active;
    const column = this.activeColumn;
    if (row >= 0) this.#actions.onOpen(row);
    else if (column !== undefined && event.ctrlKey) this.#menu();
    else if (column !== undefined) this.#actions.onSort(column);
  }

  #menu(): void {
    const column = this.activeColumn;
    if (column !== undefined) this.#actions.onMenu(column, this.headerPlace(column));
  }

  /** Alt with arrows: wider, narrower; with Shift besides: to the left, to the right; down: the column's menu. */
  #arrange(event: KeyboardEvent): boolean {
    const column = this.activeColumn;
    if (column === undefined) return false;
    if (event.key === 'ArrowDown') {
      this.#menu();
      return true;
    }
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return false;
    if (event.shiftKey) this.moveColumn(column, step);
    else this.resizeColumn(column, step * stepPx);
    return true;
  }

  moveColumn(column: number, step: number): void {
    const isMoved = this.#layout.move(column, this.#layout.visible.indexOf(column) + step);
    const place = this.#layout.visible.indexOf(column);
    this.relayout();
    this.#select(selectCell({ row: this.#selection.active.row, column: place }));
    this.#actions.onLayout({ column, change: isMoved ? 'moved' : 'edge' });
  }

  resizeColumn(column: number, byPx: number): void {
    this.#layout.setWidth(column, this.#layout.width(column) + byPx);
    this.relayout();
    this.#actions.onLayout({ column, change: 'resized' });
  }

  #select(selection: Selection, isPointed = false): void {
    this.#selection = selection;
    const { row, column } = selection.active;
    if (row >= 0) this.#reveal(row);
    if (!isPointed) this.#revealColumn(column);
    this.#actions.onActive(selection.active);
    this.refresh();
  }

  #reveal(row: number): void {
    const offset = this.#scale.offsetShowing(row, this.#offset);
    if (offset !== this.#offset) this.#scrollTo(offset);
  }

  #revealColumn(place: number): void {
    const item = this.#columns.measurementsCache[place];
    if (!item) return;
    const left = this.element.scrollLeft;
    const width = this.element.clientWidth - gutterWidth;
    if (item.start < left) this.element.scrollLeft = item.start;
    else if (item.end > left + width) this.element.scrollLeft = Math.min(item.start, item.end - width);
  }
}
