// Vertical scrolling: which rows are visible. There may be more rows than an element can be high; then a pixel of the
// scroll bar is many rows, and the exact offset is kept here.
import { clamp } from '#webview/elements/clamp.ts';

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

  /** To have it at the top. */
  scrollToRow(row: number): void {
    if (row !== this.visibleRows.from) this.scrollTo(row * rowHeight);
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

// Maps the scroll bar to rows, of which there may be more than an element can be high.
/** Firefox limits elements to about 17.8 million pixels, Chromium to 33 million. */
export const maxHeightPx = 15_000_000;

/** Offsets are virtual pixels, as if all rows were laid out; scroll tops are the scroll bar's. */
export class RowScale {
  readonly rows: number;
  readonly rowHeight: number;
  /** Height of the grid's area for rows. */
  readonly viewHeight: number;

  constructor(rows: number, height: number, viewHeight: number) {
    this.rows = rows;
    this.rowHeight = height;
    this.viewHeight = viewHeight;
  }

  /** Height of the element that scrolls. */
  get height(): number {
    return Math.min(this.rows * this.rowHeight, maxHeightPx);
  }

  /** Whether a pixel of the scroll bar is more than a pixel of rows. */
  get isScaled(): boolean {
    return this.rows * this.rowHeight > maxHeightPx;
  }

  get lastOffset(): number {
    return Math.max(0, this.rows * this.rowHeight - this.viewHeight);
  }

  toOffset(scrollTop: number): number {
    const most = Math.max(0, this.height - this.viewHeight);
    if (!this.isScaled) return clamp(scrollTop, 0, this.lastOffset);
    return clamp((scrollTop / most) * this.lastOffset, 0, this.lastOffset);
  }

  toScrollTop(offset: number): number {
    const most = Math.max(0, this.height - this.viewHeight);
    const within = clamp(offset, 0, this.lastOffset);
    return this.isScaled ? (within / this.lastOffset) * most : within;
  }

  /** The visible rows at an offset: `[from, to)`. */
  rowsAt(offset: number): { readonly from: number; readonly to: number } {
    const from = Math.floor(offset / this.rowHeight);
    const to = Math.ceil((offset + this.viewHeight) / this.rowHeight);
    return { from: Math.max(0, from), to: Math.min(this.rows, to) };
  }

  /** The nearest offset at which the whole row is visible. */
  offsetShowing(row: number, offset: number): number {
    const top = row * this.rowHeight;
    const bottom = top + this.rowHeight;
    if (top < offset) return top;
    return bottom > offset + this.viewHeight ? clamp(bottom - this.viewHeight, 0, this.lastOffset) : offset;
  }
}
