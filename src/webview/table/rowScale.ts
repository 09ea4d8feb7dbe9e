// From a scroll bar to rows, of which there may be more than a page can be high.

/** Firefox lays out no element that is higher than about 17.8 million pixels, Chromium none above 33 million. */
export const tallestPx = 15_000_000;

/** Offsets are pixels as if every row were laid out; scroll tops are the scroll bar's. */
export class RowScale {
  readonly rows: number;
  readonly rowHeight: number;
  /** Of the part of the grid in which rows show. */
  readonly viewHeight: number;

  constructor(rows: number, rowHeight: number, viewHeight: number) {
    this.rows = rows;
    this.rowHeight = rowHeight;
    this.viewHeight = viewHeight;
  }

  /** What is laid out. */
  get height(): number {
    return Math.min(this.rows * this.rowHeight, tallestPx);
  }

  /** One pixel of the scroll bar is more than a pixel of rows. */
  get isScaled(): boolean {
    return this.rows * this.rowHeight > tallestPx;
  }

  get lastOffset(): number {
    return Math.max(0, this.rows * this.rowHeight - this.viewHeight);
  }

  toOffset(scrollTop: number): number {
    const most = Math.max(0, this.height - this.viewHeight);
    if (!this.isScaled) return clamp(scrollTop, this.lastOffset);
    return clamp((scrollTop / most) * this.lastOffset, this.lastOffset);
  }

  toScrollTop(offset: number): number {
    const most = Math.max(0, this.height - this.viewHeight);
    const within = clamp(offset, this.lastOffset);
    return this.isScaled ? (within / this.lastOffset) * most : within;
  }

  /** The rows that show at an offset: `[from, to)`. */
  rowsAt(offset: number): { readonly from: number; readonly to: number } {
    const from = Math.floor(offset / this.rowHeight);
    const to = Math.ceil((offset + this.viewHeight) / this.rowHeight);
    return { from: Math.max(0, from), to: Math.min(this.rows, to) };
  }

  /** The nearest offset at which the whole row shows. */
  offsetShowing(row: number, offset: number): number {
    const top = row * this.rowHeight;
    const bottom = top + this.rowHeight;
    if (top < offset) return top;
    return bottom > offset + this.viewHeight ? clamp(bottom - this.viewHeight, this.lastOffset) : offset;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
