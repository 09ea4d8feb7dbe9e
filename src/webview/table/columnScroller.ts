// Horizontal scrolling: which columns are visible, and where they are.
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ColumnLayout } from './columnLayout.ts';
import { gutterWidth, type ColumnItem } from './gridRows.ts';

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

  /** To be called when columns, their order or their widths change. */
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
      return column === undefined ? [] : [{ place: index, column, start, size }];
    });
  }

  /** @param place among the visible columns */
  reveal(place: number): void {
    const item = this.#virtualizer.measurementsCache[place];
    if (!item) return;
    const left = this.#element.scrollLeft;
    const width = this.#element.clientWidth - gutterWidth;
    if (item.start < left) this.#element.scrollLeft = item.start;
    else if (item.end > left + width) this.#element.scrollLeft = Math.min(item.start, item.end - width);
  }

  #virtualizerOptions(): VirtualizerOptions<HTMLElement, HTMLElement> {
    return {
      horizontal: true,
      count: this.#layout.visible.length,
      estimateSize: (index: number) => this.#layout.width(this.#layout.visible[index] ?? 0),
      getScrollElement: () => this.#element,
      overscan: 2,
      scrollPaddingStart: 0,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.#onChange(),
    };
  }
}
