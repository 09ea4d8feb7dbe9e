// The header row: names, order, widths and places of the columns.
import { block } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { columnLabel } from './columnLabel.ts';
import type { ColumnLayout } from './columnLayout.ts';
import { icon } from '#webview/elements/icons.ts';
import { words } from './tableElements.ts';
import type { ColumnItem } from './gridRows.ts';
import type { Cell } from './selection.ts';

export interface Sort {
  readonly column: number;
  readonly isDescending: boolean;
}

export interface HeaderActions {
  readonly onSort: (column: number) => void;
  readonly onMenu: (column: number, place: DOMRect) => void;
  readonly onLayout: () => void;
  /** By its place among the visible columns. */
  readonly onActivate: (place: number) => void;
  readonly scrollLeft: () => number;
}

/** A press that moves less is a click. */
const dragFromPx = 6;

interface HeaderCell {
  readonly element: HTMLElement;
  readonly label: HTMLElement;
  readonly sorted: HTMLElement;
  item: ColumnItem | undefined;
}

export class GridHeader {
  readonly element = block('header');
  readonly activeId = 'active-header';
  readonly #layout: ColumnLayout;
  readonly #actions: HeaderActions;
  readonly #cells: HeaderCell[] = [];
  readonly #dropLine = block('drop-line');
  #sort: Sort | undefined;
  #drawn = '';
  #filtered: ReadonlySet<number> = new Set();

  constructor(layout: ColumnLayout, actions: HeaderActions) {
    this.#layout = layout;
    this.#actions = actions;
    const corner = block('cell number corner');
    corner.setAttribute('role', 'columnheader');
    corner.setAttribute('aria-colindex', '1');
    corner.ariaLabel = t('Row');
    this.element.setAttribute('role', 'row');
    this.element.setAttribute('aria-rowindex', '1');
    this.#dropLine.hidden = true;
    this.element.append(corner, this.#dropLine);
  }

  setSort(sort: Sort | undefined): void {
    this.#sort = sort;
  }

  setFiltered(columns: ReadonlySet<number>): void {
    this.#filtered = columns;
  }

  placeOf(column: number): DOMRect | undefined {
    return this.#cells.find((cell) => cell.item?.column === column)?.element.getBoundingClientRect();
  }

  draw(items: readonly ColumnItem[], active: Cell): void {
    const drawn = JSON.stringify([
      items.map((item) => [item, this.#layout.name(item.column)]),
      active.row < 0 ? active.column : -1,
      this.#sort,
      [...this.#filtered],
    ]);
    if (drawn === this.#drawn) return; // rows move more often than columns
    this.#drawn = drawn;
    while (this.#cells.length < items.length) this.#cells.push(this.#createCell());
    for (const [at, cell] of this.#cells.entries()) {
      const item = items[at];
      cell.item = item;
      cell.element.hidden = item === undefined;
      if (item) this.#drawCell(cell, item, active);
    }
  }

  #drawCell({ element, label, sorted }: HeaderCell, item: ColumnItem, active: Cell): void {
    const name = columnLabel(this.#layout.name(item.column), item.column);
    if (label.textContent !== name) label.textContent = name;
    element.title = name;
    element.style.transform = `translateX(${item.start}px)`;
    element.style.width = `${item.size}px`;
    element.setAttribute('aria-colindex', String(item.place + 2));
    const isSorted = this.#sort?.column === item.column;
    const direction = this.#sort?.isDescending ? 'descending' : 'ascending';
    element.setAttribute('aria-sort', isSorted ? direction : 'none');
    element.ariaLabel = this.#filtered.has(item.column) ? t('{0}, filtered', name) : name;
    const marks = `${isSorted ? direction : ''}${this.#filtered.has(item.column) ? ' filtered' : ''}`;
    if (sorted.dataset['marks'] !== marks) {
      sorted.dataset['marks'] = marks;
      sorted.replaceChildren(
        ...(this.#filtered.has(item.column) ? [icon('filter')] : []),
        ...(isSorted ? [icon(direction === 'ascending' ? 'up' : 'down')] : []),
      );
    }
    const isActive = active.row < 0 && active.column === item.place;
    element.classList.toggle('active', isActive);
    element.id = isActive ? this.activeId : '';
  }

  #createCell(): HeaderCell {
    const element = block('cell head');
    element.setAttribute('role', 'columnheader');
    const label = words('span', '', 'head-label');
    const sorted = words('span', '', 'head-marks');
    const menu = words('span', '', 'head-menu');
    menu.append(icon('chevron'));
    menu.title = t('Column Menu');
    const edge = words('span', '', 'head-edge');
    element.append(label, sorted, menu, edge);
    this.element.append(element);
    const cell: HeaderCell = { element, label, sorted, item: undefined };
    element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !cell.item) return;
      if (event.target === edge) this.#drag(event, cell.item);
      else if (menu.contains(event.target instanceof Node ? event.target : null)) this.#openMenu(cell.item);
      else this.#press(event, cell.item);
    });
    element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      if (cell.item) this.#openMenu(cell.item);
    });
    return cell;
  }

  #openMenu({ column, place }: ColumnItem): void {
    this.#actions.onActivate(place);
    const rect = this.placeOf(column);
    // The press that opens the menu would close it again.
    if (rect) requestAnimationFrame(() => this.#actions.onMenu(column, rect));
  }

  /** The right edge: wider or narrower. */
  #drag(event: PointerEvent, { column, size }: ColumnItem): void {
    event.preventDefault();
    event.stopPropagation();
    followPointer(event, (moved) => {
      this.#layout.setWidth(column, size + moved);
      this.#actions.onLayout();
    });
  }

  /** A click sorts; a press that moves takes the column along. */
  #press(event: PointerEvent, { column, place }: ColumnItem): void {
    this.#actions.onActivate(place);
    let target: number | undefined;
    followPointer(
      event,
      (moved, x) => {
        if (target === undefined && Math.abs(moved) < dragFromPx) return;
        target = this.#showDrop(x);
      },
      () => {
        this.#dropLine.hidden = true;
        if (target === undefined) return this.#actions.onSort(column);
        if (this.#layout.move(column, target > place ? target - 1 : target)) this.#actions.onLayout();
        this.#actions.onActivate(this.#layout.visible.indexOf(column));
      },
    );
  }

  /** Draws the line between the columns that `x` is nearest to; returns the place after it. */
  #showDrop(x: number): number {
    const shown = this.#cells.flatMap(({ element, item }) =>
      item ? [{ item, rect: element.getBoundingClientRect() }] : [],
    );
    const next = shown.find(({ rect }) => x < rect.left + rect.width / 2);
    const last = shown.at(-1)?.item;
    this.#dropLine.hidden = false;
    const left = next ? next.item.start : last ? last.start + last.size : 0;
    this.#dropLine.style.transform = `translateX(${left}px)`;
    return next ? next.item.place : (last?.place ?? 0) + 1;
  }
}

/** Until the button is released. */
function followPointer(
  { clientX }: PointerEvent,
  onMove: (movedPx: number, x: number) => void,
  onEnd: () => void = () => undefined,
): void {
  const move = (event: PointerEvent) => onMove(event.clientX - clientX, event.clientX);
  const end = () => {
    removeEventListener('pointermove', move);
    onEnd();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end, { once: true });
}
