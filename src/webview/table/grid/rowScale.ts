// Maps the scroll bar to rows, of which there may be more than an element can be high.
import { clamp } from '#webview/elements/clamp.ts';

/** Firefox limits elements to about 17.8 million pixels, Chromium to 33 million. */
export const maxHeightPx = 15_000_000;

/** Offsets are virtual pixels, as if all rows were laid out; scroll tops are the scroll bar's. */
export class RowScale {
  readonly rows: number;
  readonly rowHeight: number;
  /** Height of the grid's area for rows. */
  readonly viewHeight: number;

  constructor(rows: number, rowHeight: number, viewHeight: number) {
    this.rows = rows;
    this.rowHeight = rowHeight;
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
