// The visible rows. Their elements are made by hand and stay while they get other texts: a component for each cell
// would be too slow for scrolling.
import { createWordFinder } from '#text/foldText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import type { CellCache } from './cellCache.ts';
import type { Cell } from './cellSelection.ts';
import { GroupRow } from './groupRow.tsx';
import { rowHeight } from './rowScroller.ts';
import type { ShownRows } from './shownRows.ts';

export interface ColumnItem {
  /** The place among the visible columns. */
  readonly place: number;
  readonly column: number;
  readonly start: number;
  readonly size: number;
  /** It stays beside the row numbers while the others scroll. */
  readonly isPinned: boolean;
}

export interface RowsView {
  readonly from: number;
  readonly to: number;
  /** The top of the first row, in pixels below the header. */
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
  readonly shown: Pick<ShownRows, 'placeOf' | 'groups' | 'viewRows'>;
  /** Marked where it is found. */
  readonly search: string;
}

interface RowElements {
  readonly element: HTMLElement;
  readonly number: DrawnText;
  readonly cells: DrawnCell[];
  /** Made with the first group that the row shows. */
  group: GroupRow | undefined;
}

/** The text of each element is cached: skipping unchanged ones makes most of the difference in speed. */
interface DrawnText {
  readonly element: HTMLElement;
  readonly node: Text;
  text: string | undefined;
}

interface DrawnCell extends DrawnText {
  state: 'coming' | 'empty' | 'filled' | undefined;
  isNumber: boolean;
  start: number;
  size: number;
  isPinned: boolean;
  place: number;
  isSelected: boolean | undefined;
  isActive: boolean;
}

export interface PointedAt {
  readonly isExtending: boolean;
  /** The pointer is on the row's number. */
  readonly isWholeRow: boolean;
}

interface PointedCell {
  readonly cell: Cell;
  readonly isNumber: boolean;
  /** The row is that of a group. */
  readonly isGroup: boolean;
}

/** The width of the column with the row numbers, which stays at the left edge. */
export const gutterWidth = 72;

const activeId = 'active-cell';

export class GridRows {
  readonly element = createBlock('rows');
  readonly activeId = activeId;
  readonly #pool: RowElements[] = [];
  readonly #hits = new SearchHighlight();
  #view: RowsView | undefined;
  #isScrolledAside = false;
  /** Of numbers. */
  hasDecimalCommas = false;

  constructor() {
    this.element.setAttribute('role', 'rowgroup');
    showCutTexts(this.element, '.cell, .group-value');
  }

  /** @param listener gets the row of the group that is clicked */
  onToggle(listener: (row: number) => void): void {
    this.element.addEventListener('click', ({ target }) => {
      const found = this.#cellAt(target);
      if (found?.isGroup) listener(found.cell.row);
    });
  }

  /** @param listener gets the cell that the pointer selects */
  onSelect(listener: (cell: Cell, how: PointedAt) => void): void {
    let isDragging = false;
    const select = (event: PointerEvent, isExtending: boolean) => {
      const found = this.#cellAt(event.target);
      if (found) listener(found.cell, { isExtending, isWholeRow: found.isNumber });
    };
    this.element.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      isDragging = true;
      select(event, event.shiftKey);
    });
    this.element.addEventListener('pointermove', (event) => {
      if (isDragging && event.buttons === 1) select(event, true);
    });
    addEventListener('pointerup', () => (isDragging = false));
  }

  /** @param listener gets the cell whose menu is asked for, and where */
  onMenu(listener: (cell: Cell, place: DOMRect) => void): void {
    this.element.addEventListener('contextmenu', (event) => {
      event.preventDefault();
      const found = this.#cellAt(event.target);
      if (found && !found.isGroup) listener(found.cell, new DOMRect(event.clientX, event.clientY));
    });
  }

  /** The place of the active cell, or of all rows while it is scrolled out. */
  activePlace(): DOMRect {
    const active = this.element.querySelector(`#${this.activeId}`);
    return (active ?? this.element).getBoundingClientRect();
  }

  /** While columns are scrolled out on the left, the row numbers are sticky; beside pinned columns always. */
  setScrolledAside(isScrolled: boolean): void {
    this.#isScrolledAside = isScrolled;
    this.#updateAside();
  }

  #updateAside(): void {
    const hasPinned = this.#view?.items[0]?.isPinned ?? false;
    this.element.classList.toggle('aside', this.#isScrolledAside || hasPinned);
  }

  draw(view: RowsView): void {
    this.#view = view;
    this.#updateAside();
    const rows = Math.max(0, view.to - view.from);
    this.element.style.transform = `translateY(${view.top}px)`;
    while (this.#pool.length < rows) this.#pool.push(this.#createRow(this.#pool.length));
    for (const [index, row] of this.#pool.entries()) {
      row.element.hidden = index >= rows;
      if (index < rows) this.#drawRow(row, view, index);
    }
    this.#hits.mark(this.#visibleTexts(), view.search);
  }

  *#visibleTexts(): Iterable<Text> {
    for (const { element, cells } of this.#pool) {
      if (element.hidden) continue;
      for (const cell of cells) if (!cell.element.hidden) yield cell.node;
    }
  }

  #createRow(index: number): RowElements {
    const element = createBlock('row');
    element.style.top = `${index * rowHeight}px`;
    element.setAttribute('role', 'row');
    const number = createBlock('cell number');
    number.setAttribute('role', 'rowheader');
    number.setAttribute('aria-colindex', '1');
    element.append(number);
    this.element.append(element);
    return { element, number: createText(number), cells: [], group: undefined };
  }

  #drawRow(elements: RowElements, view: RowsView, index: number): void {
    const { element, number } = elements;
    const row = view.from + index;
    element.setAttribute('aria-rowindex', String(row + 2)); // the header is the first
    element.classList.toggle('odd', row % 2 === 1);
    element.classList.toggle('active-row', row === view.active.row);
    const place = view.shown.placeOf(row);
    setText(number, place?.kind === 'row' ? formatCount(place.number) : '');
    setReason(number.element, place?.kind === 'row' ? view.cache.flawOf(place.row) : undefined, number.text);
    if (place?.kind === 'group') return this.#drawGroup(elements, view, row, place.index);
    if (elements.group && !elements.group.element.hidden) {
      elements.group.hide();
      element.ariaExpanded = null;
      number.element.ariaHidden = null;
    }
    if (place) this.#drawCells(elements, view, row, place.row);
  }

  #drawGroup(elements: RowElements, view: RowsView, row: number, index: number): void {
    const { groups, viewRows: allRows } = view.shown;
    const group = groups?.group(index);
    if (!groups || !group) return;
    for (const cell of elements.cells) {
      cell.element.hidden = true;
      setActive(cell, false);
    }
    if (!elements.group) {
      elements.group = new GroupRow();
      elements.element.append(elements.group.element);
    }
    elements.element.ariaExpanded = String(group.isOpen);
    elements.number.element.ariaHidden = 'true'; // it is empty
    const { largest, isNarrowed } = groups;
    const shown = { ...group, largest, isNarrowed, allRows, isActive: row === view.active.row };
    elements.group.draw(shown, this.activeId, view.items.length);
  }

  /** @param row of the grid @param viewRow whose texts it shows */
  #drawCells({ element, cells }: RowElements, view: RowsView, row: number, viewRow: number): void {
    const { items, active, range } = view;
    const isSelectedRow = row >= range.fromRow && row < range.toRow;
    while (cells.length < items.length) cells.push(createCell(element));
    for (const [at, cell] of cells.entries()) {
      const item = items[at];
      if (cell.element.hidden !== (item === undefined)) cell.element.hidden = item === undefined;
      if (!item) continue;
      placeCell(cell, item);
      drawText(cell, view.cache.get(viewRow, item.column), this.hasDecimalCommas);
      const { place } = item;
      const isSelected = isSelectedRow && place >= range.fromColumn && place < range.toColumn;
      if (cell.isSelected !== isSelected) cell.element.setAttribute('aria-selected', String(isSelected));
      cell.isSelected = isSelected;
      setActive(cell, row === active.row && place === active.column);
    }
  }

  #cellAt(target: EventTarget | null): PointedCell | undefined {
    const view = this.#view;
    if (!view || !(target instanceof Element)) return undefined;
    const index = this.#pool.findIndex(({ element }) => element.contains(target));
    const row = this.#pool[index];
    if (!row) return undefined;
    if (row.group && !row.group.element.hidden) {
      const cell = { row: view.from + index, column: Math.max(0, view.active.column) };
      return { cell, isNumber: false, isGroup: true };
    }
    const isNumber = target === row.number.element;
    const at = row.cells.findIndex((cell) => cell.element === target);
    const place = isNumber ? 0 : view.items[at]?.place;
    if (place === undefined) return undefined;
    return { cell: { row: view.from + index, column: place }, isNumber, isGroup: false };
  }
}

/** What is wrong with a row is said at its number. */
function setReason(element: HTMLElement, reason: string | undefined, number = ''): void {
  if (reason === undefined && element.dataset['reason'] === undefined) return;
  element.classList.toggle('flawed', reason !== undefined);
  if (reason === undefined) delete element.dataset['reason'];
  else element.dataset['reason'] = reason;
  element.title = reason ?? '';
  element.ariaLabel = reason === undefined ? null : t('{0}: {1}', number, reason);
}

function setActive(cell: DrawnCell, isActive: boolean): void {
  if (cell.isActive === isActive) return;
  cell.element.classList.toggle('active', isActive);
  cell.element.id = isActive ? activeId : '';
  cell.isActive = isActive;
}

function createCell(row: HTMLElement): DrawnCell {
  const cell = createBlock('cell');
  cell.setAttribute('role', 'gridcell');
  row.append(cell);
  return {
    ...createText(cell),
    state: undefined,
    isNumber: false,
    start: -1,
    size: -1,
    isPinned: false,
    place: -1,
    isSelected: undefined,
    isActive: false,
  };
}

function createText(element: HTMLElement): DrawnText {
  const node = document.createTextNode('');
  element.append(node);
  return { element, node, text: '' };
}

function placeCell(cell: DrawnCell, { start, size, place, isPinned }: ColumnItem): void {
  const { style } = cell.element;
  if (cell.start !== start) style.left = `${gutterWidth + start}px`;
  if (cell.size !== size) style.width = `${size}px`;
  if (cell.place !== place) cell.element.setAttribute('aria-colindex', String(place + 2));
  if (cell.isPinned !== isPinned) cell.element.classList.toggle('pinned', isPinned);
  Object.assign(cell, { start, size, place, isPinned });
}

/** A text that is still loading looks different from an empty one. */
function drawText(cell: DrawnCell, text: string | undefined, hasDecimalCommas: boolean): void {
  if (cell.text === text && text !== '') return;
  const { element } = cell;
  const state = text === undefined ? 'coming' : text === '' ? 'empty' : 'filled';
  if (cell.state !== state) {
    element.classList.toggle('coming', state === 'coming');
    element.ariaLabel = state === 'coming' ? t('loading') : state === 'empty' ? t('empty') : null;
  }
  cell.state = state;
  const isNumber = text !== undefined && isPlainNumber(text, hasDecimalCommas);
  if (cell.isNumber !== isNumber) element.classList.toggle('of-number', isNumber);
  cell.isNumber = isNumber;
  setText(cell, text);
}

/** A long row of digits is an id, not a number. */
function isPlainNumber(text: string, hasDecimalCommas: boolean): boolean {
  if (text.length > 15) return false;
  return plainNumber.test(text) || (hasDecimalCommas && commaNumber.test(text));
}

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const commaNumber = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/;

function setText(drawn: DrawnText, text: string | undefined): void {
  if (drawn.text !== text) drawn.node.data = text ?? '';
  drawn.text = text;
}

function createBlock(className: string): HTMLElement {
  const element = document.createElement('div');
  element.className = className;
  return element;
}

// Marks the hits of a search in the visible cells. The browser draws the marks over the texts, whose elements stay as they are.

/** The name of `::highlight` in the page’s style. */
const name = 'search-hit';

class SearchHighlight {
  readonly #highlight = new Highlight();

  constructor() {
    CSS.highlights.set(name, this.#highlight);
  }

  /** Replaces the earlier marks. */
  mark(nodes: Iterable<Text>, search: string): void {
    this.#highlight.clear();
    if (search === '') return;
    const findSearch = createWordFinder([search]);
    for (const node of nodes) {
      for (const [from, to] of findSearch(node.data)) {
        const range = new StaticRange({
          startContainer: node,
          startOffset: from,
          endContainer: node,
          endOffset: to,
        });
        this.#highlight.add(range);
      }
    }
  }
}

// A text that its element cuts shows whole while the pointer rests on it.

/** @param selector of the elements in `parent`; they may get other texts at any time */
function showCutTexts(parent: HTMLElement, selector: string): void {
  const show = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (!element) return;
    const isCut = element.scrollWidth > element.clientWidth;
    const title = element.dataset['reason'] ?? (isCut ? (element.textContent ?? '') : '');
    if (element.title !== title) element.title = title;
  };
  parent.addEventListener('mouseover', show);
  parent.addEventListener('mousemove', show); // a row that was scrolled has other texts in the same elements
}

/** Tells screen readers which cell of a grid is active. None is if it is scrolled out of view or the table is empty. */
export function nameActiveCell(grid: HTMLElement, id: string): void {
  const isDrawn = grid.querySelector(`:not([hidden]) > #${id}:not([hidden])`) !== null;
  if (isDrawn) grid.setAttribute('aria-activedescendant', id);
  else grid.removeAttribute('aria-activedescendant');
}
