// Vertical scrolling: which rows are visible. There may be more rows than an element can be high; then a pixel of the
// scroll bar is many rows, and the exact offset is kept here.
import { RowScale } from './rowScale.ts';

export const rowHeight = 24;
const headerHeight = 28;

export class RowScroller {
  readonly #element: HTMLElement;
  readonly #canvas: HTMLElement;
  readonly #onScroll: () => void;
  #scale = new RowScale(0, rowHeight, 0);
  #offset = 0;
  /** The scroll top that code set last: its scroll event does not come from a person. */
  #ownScrollTop = -1;

  /** @param canvas as high as all rows together @param onScroll the offset has changed */
  constructor(element: HTMLElement, canvas: HTMLElement, onScroll: () => void) {
    this.#element = element;
    this.#canvas = canvas;
    this.#onScroll = onScroll;
    element.addEventListener('scroll', () => this.#readScrollBar());
    element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
  }

  get rowCount(): number {
    return this.#scale.rows;
  }

  /** Where the rows' layer starts, in pixels below the header. */
  topOf(row: number): number {
    return row * rowHeight - this.#offset;
  }

  /** `[from, to)` */
  get visibleRows(): { readonly from: number; readonly to: number } {
    return this.#scale.rowsAt(this.#offset);
  }

  /** The row if it is visible, else the first one that is. */
  visibleRow(row: number): number {
    const { from, to } = this.visibleRows;
    return row >= from && row < to ? row : from;
  }

  /** Fewer rows than half a screen are left below the visible ones. */
  get isNearEnd(): boolean {
    return this.rowCount > 0 && this.visibleRows.to + this.rowsPerPage / 2 >= this.rowCount;
  }

  get rowsPerPage(): number {
    return Math.max(1, Math.floor(this.#scale.viewHeight / rowHeight) - 1);
  }

  setRows(rows: number): void {
    this.#setScale(new RowScale(rows, rowHeight, this.#scale.viewHeight));
    this.#offset = Math.min(this.#offset, this.#scale.lastOffset);
  }

  /** Whether the height of the grid has changed. */
  measure(): boolean {
    const viewHeight = Math.max(0, this.#element.clientHeight - headerHeight);
    if (viewHeight === this.#scale.viewHeight) return false;
    this.#setScale(new RowScale(this.#scale.rows, rowHeight, viewHeight));
    return true;
  }

  scrollTo(offset: number): void {
    this.#offset = Math.min(Math.max(0, offset), this.#scale.lastOffset);
    this.#element.scrollTop = this.#scale.toScrollTop(this.#offset);
    this.#ownScrollTop = this.#element.scrollTop;
    this.#onScroll();
  }

  scrollDown(rows: number): void {
    if (rows !== 0) this.scrollTo(this.#offset + rows * rowHeight);
  }

  reveal(row: number): void {
    const offset = this.#scale.offsetShowing(row, this.#offset);
    if (offset !== this.#offset) this.scrollTo(offset);
  }

  #setScale(scale: RowScale): void {
    this.#scale = scale;
    this.#canvas.style.height = `${scale.height + headerHeight}px`;
  }

  #readScrollBar(): void {
    const { scrollTop } = this.#element;
    if (Math.abs(scrollTop - this.#ownScrollTop) < 1) return;
    this.#ownScrollTop = -1;
    this.#offset = this.#scale.toOffset(scrollTop);
    this.#onScroll();
  }

  /** The wheel scrolls by rows even if a pixel of the scroll bar is many. */
  #wheel(event: WheelEvent): void {
    if (!this.#scale.isScaled || event.ctrlKey || event.deltaY === 0 || event.shiftKey) return;
    event.preventDefault();
    const isByLine = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
    const isByPage = event.deltaMode === WheelEvent.DOM_DELTA_PAGE;
    const unitPx = isByLine ? rowHeight : isByPage ? this.#scale.viewHeight : 1;
    this.scrollTo(this.#offset + event.deltaY * unitPx);
    this.#element.scrollLeft += event.deltaX;
  }
}
