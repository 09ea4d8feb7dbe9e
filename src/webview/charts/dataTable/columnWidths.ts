// How wide the columns of a table are. Rows are drawn a few at a time, and the widest cell may be in the last one: a column
// grows with each text that is wider than those before.

/** The space on both sides of a text, as in dataTables.css. */
const paddingPx = 16;

/** Shorter titles stay in one line. */
const minWrappedPx = 120;
const titleLines = 3;
const stepPx = 8;

/** The width of a title that wraps into three lines, and never within a word. */
export function titleWidthPx(title: string, measure: (text: string) => number): number {
  const wholePx = measure(title);
  if (wholePx <= minWrappedPx) return wholePx;
  const wordsPx = title.split(' ').map(measure);
  let widthPx = Math.max(...wordsPx, wholePx / titleLines);
  while (countLines(wordsPx, measure(' '), widthPx) > titleLines) widthPx += stepPx;
  return widthPx;
}

function countLines(wordsPx: readonly number[], spacePx: number, widthPx: number): number {
  let [lines, endPx] = [0, Infinity];
  for (const wordPx of wordsPx) {
    const isNext = endPx + spacePx + wordPx > widthPx;
    if (isNext) lines++;
    endPx = isNext ? wordPx : endPx + spacePx + wordPx;
  }
  return lines;
}

export class ColumnWidths {
  readonly #widthsPx: number[];

  constructor(columnCount: number) {
    this.#widthsPx = Array.from({ length: columnCount }, () => 0);
  }

  /** @returns whether a column grew */
  fit(texts: readonly string[], measure: (text: string, column: number) => number): boolean {
    let hasGrown = false;
    for (const [column, text] of texts.entries()) {
      const widthPx = Math.ceil(measure(text, column)) + paddingPx;
      if (widthPx <= (this.#widthsPx[column] ?? 0)) continue;
      this.#widthsPx[column] = widthPx;
      hasGrown = true;
    }
    return hasGrown;
  }

  /** Of the first columns together. */
  widthPx(columnCount = this.#widthsPx.length): number {
    return this.#widthsPx.slice(0, columnCount).reduce((sum, widthPx) => sum + widthPx, 0);
  }

  /** The value of `grid-template-columns`: what is left of the table's width is divided like the widths. */
  get tracks(): string {
    return this.#widthsPx.map((widthPx) => `minmax(${widthPx}px, ${widthPx}fr)`).join(' ');
  }
}
