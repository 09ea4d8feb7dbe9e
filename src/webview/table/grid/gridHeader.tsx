// The header row: names, order and widths of the columns.
import { render } from 'preact';
import { followPointer } from '#webview/elements/followPointer.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import { columnLabel, type ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { type ColumnItem, gutterWidth } from './gridRows.tsx';
import type { Cell } from './cellSelection.ts';

export interface Sort {
  readonly column: number;
  readonly isDescending: boolean;
}

export interface HeaderActions {
  readonly onSort: (column: number) => void;
  readonly onMenu: (column: number, place: DOMRect) => void;
  readonly onLayout: () => void;
  /** `place`: the column's place among the visible ones. */
  readonly onActivate: (place: number) => void;
}

/** A shorter movement of the pointer is a click. */
const minDragPx = 6;

export class GridHeader {
  readonly element = document.createElement('div');
  readonly activeId = 'active-header';
  readonly #layout: ColumnLayout;
  readonly #actions: HeaderActions;
  #items: readonly ColumnItem[] = [];
  #active: Cell = { row: 0, column: 0 };
  #sort: Sort | undefined;
  #filtered: ReadonlySet<number> = new Set();
  /** Where a dragged column would go. */
  #dropLinePx: number | undefined;

  constructor(layout: ColumnLayout, actions: HeaderActions) {
    this.#layout = layout;
    this.#actions = actions;
    this.element.className = 'header';
    this.element.setAttribute('role', 'row');
    this.element.setAttribute('aria-rowindex', '1');
  }

  setSort(sort: Sort | undefined): void {
    this.#sort = sort;
  }

  setFiltered(columns: ReadonlySet<number>): void {
    this.#filtered = columns;
  }

  placeOf(column: number): DOMRect | undefined {
    return this.#elementOf(column)?.getBoundingClientRect();
  }

  draw(items: readonly ColumnItem[], active: Cell): void {
    this.#items = items;
    this.#active = active;
    render(this.#view(), this.element);
  }

  #view() {
    return (
      <>
        <div class="cell number corner" role="columnheader" aria-colindex={1}>
          <span class="visually-hidden">{t('Row')}</span>
        </div>
        {this.#items.map((item) => (
          <HeaderCell
            key={item.column}
            item={item}
            label={this.#layout.label(item.column)}
            name={columnLabel(this.#layout.name(item.column), item.column)}
            direction={this.#directionOf(item.column)}
            isFiltered={this.#filtered.has(item.column)}
            activeId={this.#active.row < 0 && this.#active.column === item.place ? this.activeId : undefined}
            onPress={(event) => this.#press(event, item)}
            onResize={(event) => this.#resize(event, item)}
            onMenu={() => this.#openMenu(item)}
          />
        ))}
        {this.#dropLinePx !== undefined && (
          <div class="drop-line" style={{ transform: `translateX(${this.#dropLinePx}px)` }} />
        )}
      </>
    );
  }

  #directionOf(column: number): Direction | undefined {
    if (this.#sort?.column !== column) return undefined;
    return this.#sort.isDescending ? 'descending' : 'ascending';
  }

  #elementOf(column: number): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`[data-column="${column}"]`);
  }

  #openMenu({ column, place }: ColumnItem): void {
    this.#actions.onActivate(place);
    const rect = this.placeOf(column);
    // The press that opens the menu must not close it again.
    if (rect) requestAnimationFrame(() => this.#actions.onMenu(column, rect));
  }

  #resize(event: PointerEvent, { column, size }: ColumnItem): void {
    event.preventDefault();
    followPointer(event, (movedPx) => {
      this.#layout.setWidth(column, size + movedPx);
      this.#actions.onLayout();
    });
  }

  /** A click sorts by the column, a drag moves it. */
  #press(event: PointerEvent, { column, place }: ColumnItem): void {
    this.#actions.onActivate(place);
    let target: number | undefined;
    followPointer(
      event,
      (movedPx, x) => {
        if (target === undefined && Math.abs(movedPx) < minDragPx) return;
        target = this.#showDropLine(x);
      },
      () => {
        this.#setDropLine(undefined);
        if (target === undefined) return this.#actions.onSort(column);
        const isMoved = this.#layout.move(column, target > place ? target - 1 : target);
        if (isMoved) this.#actions.onLayout();
        this.#actions.onActivate(this.#layout.visible.indexOf(column));
      },
    );
  }

  /** Draws the line between the columns that are nearest to `x`; returns the place after it. */
  #showDropLine(x: number): number {
    const next = this.#items.find(({ column }) => {
      const rect = this.placeOf(column);
      return rect !== undefined && x < rect.left + rect.width / 2;
    });
    const last = this.#items.at(-1);
    const end = last ? last.start + last.size : 0;
    this.#setDropLine(next ? next.start : end);
    return next ? next.place : (last?.place ?? 0) + 1;
  }

  #setDropLine(leftPx: number | undefined): void {
    this.#dropLinePx = leftPx;
    this.draw(this.#items, this.#active);
  }
}

type Direction = 'ascending' | 'descending';

interface HeaderCellProps {
  readonly item: ColumnItem;
  readonly label: string;
  /** The full name, with `properties.` */
  readonly name: string;
  /** Set where the rows are sorted by this column. */
  readonly direction: Direction | undefined;
  readonly isFiltered: boolean;
  /** The element's id where it is the active cell. */
  readonly activeId: string | undefined;
  readonly onPress: (event: PointerEvent) => void;
  /** The right edge is pressed. */
  readonly onResize: (event: PointerEvent) => void;
  readonly onMenu: () => void;
}

function HeaderCell({ item, label, name, direction, isFiltered, activeId, ...actions }: HeaderCellProps) {
  const ifMainButton = (run: (event: PointerEvent) => void) => (event: PointerEvent) => {
    event.stopPropagation();
    if (event.button === 0) run(event);
  };
  return (
    <div
      id={activeId}
      class={`cell head ${activeId === undefined ? '' : 'active'} ${item.isPinned ? 'pinned' : ''}`}
      role="columnheader"
      data-column={item.column}
      aria-colindex={item.place + 2}
      aria-sort={direction ?? 'none'}
      aria-label={isFiltered ? t('{0}, filtered', label) : label}
      title={name}
      style={{
        ...(item.isPinned
          ? { left: `${gutterWidth + item.start}px` }
          : { transform: `translateX(${item.start}px)` }),
        width: `${item.size}px`,
      }}
      onPointerDown={ifMainButton(actions.onPress)}
      onContextMenu={(event) => {
        event.preventDefault();
        actions.onMenu();
      }}
    >
      <span class="head-label">{label}</span>
      <span class="head-marks">
        {isFiltered && <Icon name="filter" />}
        {direction && <Icon name={direction === 'ascending' ? 'up' : 'down'} />}
      </span>
      <span class="head-menu" title={t('Column Menu')} onPointerDown={ifMainButton(actions.onMenu)}>
        <Icon name="chevron" />
      </span>
      <span class="head-edge" onPointerDown={ifMainButton(actions.onResize)} />
    </div>
  );
}
