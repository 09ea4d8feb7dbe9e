// The visible rows. Each element stays while it gets other texts.
import { render } from 'preact';
import { createWordFinder } from '#text/foldText.ts';
import { formatCount, formatPercent } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { CellCache } from './cellCache.ts';
import type { Cell } from './cellSelection.ts';
import type { GroupState, RowGroups } from './rowGroups.ts';
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
  /** Of numbers. */
  readonly hasDecimalCommas: boolean;
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
  readonly element = document.createElement('div');
  readonly activeId = activeId;
  readonly #hits = new SearchHighlight();
  #view: RowsView | undefined;
  #isScrolledAside = false;

  constructor() {
    this.element.className = 'rows';
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
    this.element.style.transform = `translateY(${view.top}px)`;
    const rows = Array.from({ length: Math.max(0, view.to - view.from) }, (_, index) => (
      <Row key={index} view={view} index={index} />
    ));
    render(rows, this.element);
    const cells = [...this.element.querySelectorAll('.cell:not(.number)')];
    this.#hits.mark(
      cells.map(({ firstChild }) => firstChild).filter((node) => node instanceof Text),
      view.search,
    );
  }

  #cellAt(target: EventTarget | null): PointedCell | undefined {
    const element = target instanceof Element ? target.closest('.row') : null;
    if (!this.#view || !(target instanceof Element) || !element) return undefined;
    const row = Number(element.ariaRowIndex) - 2;
    if (element.ariaExpanded !== null)
      return { cell: { row, column: Math.max(0, this.#view.active.column) }, isNumber: false, isGroup: true };
    const cell = target.closest('.cell');
    const isNumber = cell?.matches('.number') ?? false;
    const column = isNumber ? 0 : Number(cell?.ariaColIndex) - 2;
    return cell ? { cell: { row, column }, isNumber, isGroup: false } : undefined;
  }
}

interface RowProps {
  readonly view: RowsView;
  /** Among those that are drawn. */
  readonly index: number;
}

function Row({ view, index }: RowProps) {
  const { shown, items, active, cache } = view;
  const row = view.from + index;
  const place = shown.placeOf(row);
  const group = place?.kind === 'group' ? shown.groups?.group(place.index) : undefined;
  const number = place?.kind === 'row' ? formatCount(place.number) : '';
  /** What is wrong with a row is said at its number. */
  const reason = place?.kind === 'row' ? cache.flawOf(place.row) : undefined;
  return (
    <div
      class={['row', row % 2 === 1 && 'odd', row === active.row && 'active-row'].filter(Boolean).join(' ')}
      role="row"
      aria-rowindex={row + 2} // the header is the first
      aria-expanded={group?.isOpen}
      style={{ top: `${index * rowHeight}px` }}
    >
      <div
        class={reason === undefined ? 'cell number' : 'cell number flawed'}
        role="rowheader"
        aria-colindex={1}
        aria-hidden={group && true} // it is empty
        aria-label={reason && t('{0}: {1}', number, reason)}
        title={reason}
        data-reason={reason}
      >
        {number}
      </div>
      {group && shown.groups ? (
        <GroupRow
          group={group}
          of={shown.groups}
          allRows={shown.viewRows}
          isActive={row === active.row}
          columns={items.length}
        />
      ) : (
        place?.kind === 'row' &&
        items.map((item, at) => (
          <RowCell key={at} view={view} item={item} row={row} text={cache.get(place.row, item.column)} />
        ))
      )}
    </div>
  );
}

interface GroupRowProps {
  readonly group: GroupState;
  readonly of: Pick<RowGroups, 'largest' | 'isNarrowed'>;
  /** Rows of all groups. */
  readonly allRows: number;
  readonly isActive: boolean;
  readonly columns: number;
}

/** The row of a group: its value, how many rows it has, and a bar that compares it with the other groups. */
function GroupRow({ group, of, allRows, isActive, columns }: GroupRowProps) {
  const { value, rows, isOpen } = group;
  const share = formatPercent(rows, allRows);
  return (
    <div
      id={isActive ? activeId : undefined}
      class={isActive ? 'group-row active' : 'group-row'}
      role="gridcell"
      aria-colindex={2}
      aria-colspan={columns}
    >
      <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} />
      <span class={value === '' ? 'group-value faint' : 'group-value'}>
        {value === '' ? t('(empty)') : value}
      </span>
      <span class="group-rows">{formatCount(rows)}</span>
      <span class={of.isNarrowed ? 'group-share of-shown' : 'group-share'}>
        {of.isNarrowed ? t('{0} of {1} shown', share, formatCount(allRows)) : share}
      </span>
      <span class="group-bar" aria-hidden="true">
        <span class="bar" style={{ width: `${(rows / of.largest) * 100}%` }} />
      </span>
    </div>
  );
}

interface RowCellProps {
  readonly view: RowsView;
  readonly item: ColumnItem;
  readonly row: number;
  /** Undefined while it is still loading, which looks different from an empty one. */
  readonly text: string | undefined;
}

function RowCell({ view: { active, range, hasDecimalCommas }, item, row, text }: RowCellProps) {
  const { place, start, size, isPinned } = item;
  const isActive = row === active.row && place === active.column;
  const isSelected =
    row >= range.fromRow && row < range.toRow && place >= range.fromColumn && place < range.toColumn;
  const classes = [
    'cell',
    isPinned && 'pinned',
    text === undefined && 'coming',
    text !== undefined && isPlainNumber(text, hasDecimalCommas) && 'of-number',
    isActive && 'active',
  ];
  return (
    <div
      id={isActive ? activeId : undefined}
      class={classes.filter(Boolean).join(' ')}
      role="gridcell"
      aria-colindex={place + 2}
      aria-selected={isSelected}
      aria-label={text === undefined ? t('loading') : text === '' ? t('empty') : undefined}
      style={{ left: `${gutterWidth + start}px`, width: `${size}px` }}
    >
      {text}
    </div>
  );
}

/** A long row of digits is an id, not a number. */
export function isPlainNumber(text: string, hasDecimalCommas: boolean): boolean {
  if (text.length > 15) return false;
  return plainNumber.test(text) || (hasDecimalCommas && commaNumber.test(text));
}

const plainNumber = /^-?(?:0|[1-9]\d*|(?=\.))(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const commaNumber =
  /^-?(?:(?:0|[1-9]\d*|(?=,))(?:,\d+)?(?:[eE][+-]?\d+)?|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?)$/;

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
  const isDrawn = grid.querySelector(`#${id}`) !== null;
  if (isDrawn) grid.setAttribute('aria-activedescendant', id);
  else grid.removeAttribute('aria-activedescendant');
}
