// Horizontal scrolling: which columns are visible, and where they are.
import {
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ColumnLayout } from '#webview/table/columns/columnLayout.ts';
import { type ColumnItem, gutterWidth } from './gridRows.tsx';

export class ColumnScroller {
  readonly #element: HTMLElement;
  readonly #layout: ColumnLayout;
  readonly #onChange: () => void;
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;

  /** @param onChange other columns are visible */
  constructor(element: HTMLElement, layout: ColumnLayout, onChange: () => void) {
    this.#element = element;
    this.#layout = layout;
    this.#onChange = onChange;
    this.#virtualizer = new Virtualizer<HTMLElement, HTMLElement>(this.#virtualizerOptions());
    // oxlint-disable-next-line no-underscore-dangle -- every adapter of the virtualizer starts it by these names
    this.#virtualizer._didMount();
    // oxlint-disable-next-line no-underscore-dangle -- likewise
    this.#virtualizer._willUpdate();
  }

  /** Call when columns, their order or their widths change. */
  update(): void {
    this.#virtualizer.setOptions(this.#virtualizerOptions());
    this.#virtualizer.measure();
  }

  get totalWidth(): number {
    return this.#virtualizer.getTotalSize();
  }

  get visibleColumns(): readonly ColumnItem[] {
    return this.#virtualizer.getVirtualItems().flatMap(({ index, start, size }) => {
      const column = this.#layout.visible[index];
      return column === undefined
        ? []
        : [{ place: index, column, start, size, isPinned: index < this.#layout.pinnedCount }];
    });
  }

  /** @param place among the visible columns */
  reveal(place: number): void {
    const { measurementsCache } = this.#virtualizer;
    const item = measurementsCache[place];
    const { pinnedCount } = this.#layout;
    if (!item || place < pinnedCount) return;
    const pinnedWidth = measurementsCache[pinnedCount - 1]?.end ?? 0;
    const left = this.#element.scrollLeft;
    const width = this.#element.clientWidth - gutterWidth;
    const leftmost = item.start - pinnedWidth;
    if (leftmost < left) this.#element.scrollLeft = leftmost;
    else if (item.end > left + width) this.#element.scrollLeft = Math.min(leftmost, item.end - width);
  }

  /** The place of the first column that scrolls and is not scrolled away, even in part. */
  get firstPlace(): number {
    const { measurementsCache } = this.#virtualizer;
    const { pinnedCount } = this.#layout;
    const pinnedWidth = measurementsCache[pinnedCount - 1]?.end ?? 0;
    const isThere = (start: number) => start - pinnedWidth >= this.#element.scrollLeft;
    return measurementsCache.findIndex(({ start }, place) => place >= pinnedCount && isThere(start));
  }

  /** Has the column at a place be the first that scrolls. */
  scrollTo(place: number): void {
    const { measurementsCache } = this.#virtualizer;
    const pinnedWidth = measurementsCache[this.#layout.pinnedCount - 1]?.end ?? 0;
    this.#element.scrollLeft = Math.max(0, (measurementsCache[place]?.start ?? 0) - pinnedWidth);
  }

  #virtualizerOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      horizontal: true,
      count: this.#layout.visible.length,
      estimateSize: (index: number) => this.#layout.width(this.#layout.visible[index] ?? 0),
      getScrollElement: () => this.#element,
      overscan: 2,
      rangeExtractor: (range) => {
        const pinned = Array.from({ length: this.#layout.pinnedCount }, (_, place) => place);
        return [...new Set([...pinned, ...defaultRangeExtractor(range)])];
      },
      scrollPaddingStart: 0,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.#onChange(),
    };
  }
}

const context = document.createElement('canvas').getContext('2d');

/** The width of the widest text in an element's font. */
export function widestPx(element: HTMLElement, texts: readonly string[]): number {
  if (!context) return 0;
  const { fontSize, fontFamily } = getComputedStyle(element);
  context.font = `${fontSize} ${fontFamily}`;
  return Math.max(0, ...texts.map((text) => context.measureText(text).width));
}
