// The rows that show. Their elements stay and get other texts, so that scrolling makes no garbage.
import { block } from '../elements/controls.ts';
import { t } from '../elements/words.ts';
import type { CellCache } from './cellCache.ts';
import { count } from './elements.ts';
import type { Cell } from './selection.ts';

export interface ColumnItem {
  /** Among the visible columns. */
  readonly place: number;
  readonly column: number;
  readonly start: number;
  readonly size: number;
}

export interface RowsView {
  readonly from: number;
  readonly to: number;
  /** Where the first row's upper edge is, in pixels below the header. */
  readonly top: number;
  readonly items: readonly ColumnItem[];
  readonly active: Cell;
  readonly range: {
    readonly fromRow: number;
    readonly toRow: number;
    readonly fromColumn: number;
    readonly toColumn: number;
  };
  readonly cache: CellCache;
}

interface RowElements {
  readonly element: HTMLElement;
  readonly number: HTMLElement;
  readonly cells: HTMLElement[];
}

export interface PointedAt {
  readonly isExtending: boolean;
  /** The row's number was pointed at. */
  readonly isWholeRow: boolean;
}

const height = 24;

export class GridRows {
  readonly element = block('rows');
  readonly activeId = 'active-cell';
  readonly #pool: RowElements[] = [];
  #view: RowsView | undefined;

  constructor() {
    this.element.setAttribute('role', 'rowgroup');
  }

  /** `listener` is told where the pointer selects. */
  onSelect(listener: (cell: Cell, how: PointedAt) => void): void {
    let isDragging = false;
    const pointAt = (event: PointerEvent, isExtending: boolean) => {
      const found = this.#cellAt(event.target);
      if (found) listener(found.cell, { isExtending, isWholeRow: found.isNumber });
    };
    this.element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      isDragging = true;
      pointAt(event, event.shiftKey);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (isDragging && event.buttons === 1) pointAt(event, true);
    });
    addEventListener('pointerup', () => (isDragging = false));
  }

  draw(view: RowsView): void {
    this.#view = view;
    const rows = Math.max(0, view.to - view.from);
    while (this.#pool.length < rows) this.#pool.push(this.#createRow());
    for (const [index, row] of this.#pool.entries()) {
      row.element.hidden = index >= rows;
      if (index < rows) this.#drawRow(row, view, index);
    }
  }

  #createRow(): RowElements {
    const element = block('row');
    element.setAttribute('role', 'row');
    const number = block('cell number');
    number.setAttribute('role', 'rowheader');
    number.setAttribute('aria-colindex', '1');
    element.append(number);
    this.element.append(element);
    return { element, number, cells: [] };
  }

  #drawRow({ element, number, cells }: RowElements, view: RowsView, index: number): void {
    const { items, active, range } = view;
    const row = view.from + index;
    element.style.transform = `translateY(${view.top + index * height}px)`;
    element.setAttribute('aria-rowindex', String(row + 2)); // the header is the first
    element.classList.toggle('odd', row % 2 === 1);
    element.classList.toggle('active-row', row === active.row);
    setText(number, count(row + 1));
    const isSelectedRow = row >= range.fromRow && row < range.toRow;
    while (cells.length < items.length) cells.push(createCell(element));
    for (const [at, cell] of cells.entries()) {
      const item = items[at];
      cell.hidden = item === undefined;
      if (!item) continue;
      const { place, column, start, size } = item;
      drawText(cell, view.cache.get(row, column));
      cell.style.transform = `translateX(${start}px)`;
      cell.style.width = `${size}px`;
      cell.setAttribute('aria-colindex', String(place + 2));
      const isSelected = isSelectedRow && place >= range.fromColumn && place < range.toColumn;
      cell.setAttribute('aria-selected', String(isSelected));
      const isActive = row === active.row && place === active.column;
      cell.classList.toggle('active', isActive);
      cell.id = isActive ? this.activeId : '';
    }
  }

  #cellAt(target: EventTarget | null): { readonly cell: Cell; readonly isNumber: boolean } | undefined {
    const view = this.#view;
    if (!view || !(target instanceof HTMLElement)) return undefined;
    const index = this.#pool.findIndex(({ element }) => element.contains(target));
    const row = this.#pool[index];
    if (!row) return undefined;
    const isNumber = target === row.number;
    const place = isNumber ? 0 : view.items[row.cells.indexOf(target)]?.place;
    return place === undefined ? undefined : { cell: { row: view.from + index, column: place }, isNumber };
  }
}

function createCell(row: HTMLElement): HTMLElement {
  const cell = block('cell');
  cell.setAttribute('role', 'gridcell');
  row.append(cell);
  return cell;
}

/** A text that is still on its way is told from an empty one. */
function drawText(cell: HTMLElement, text: string | undefined): void {
  setText(cell, text ?? '');
  cell.classList.toggle('coming', text === undefined);
  const label = text === undefined ? t('loading') : text === '' ? t('empty') : null;
  if (cell.ariaLabel !== label) cell.ariaLabel = label;
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
