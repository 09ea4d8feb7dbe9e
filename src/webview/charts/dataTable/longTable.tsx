// A table of any length that never delays a frame noticeably: its rows are drawn in slices, one with each frame, and
// the browser lays out and paints the slices in sight only. Screen readers read how many rows there are, and the number
// of each.
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { measureCell } from '#webview/charts/fitText.ts';
import { drawQueue } from '#webview/charts/drawQueue.ts';
import { t } from '#webview/elements/translate.ts';

export interface TableCell {
  readonly text: string;
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  /** After the text; where it is for screen readers only, the title says it to others. */
  readonly note?: string | undefined;
  readonly showsNote?: boolean;
}

interface TableHead extends TableCell {
  /** Longer texts are cut unless the table has room; their title says them. */
  readonly widestPx?: number;
}

interface LongTableProps<Row> {
  readonly label?: string;
  readonly heads: readonly TableHead[];
  readonly rows: readonly Row[];
  /** The result must depend only on the argument, because a row is drawn once. */
  readonly cellsOf: (row: Row) => readonly TableCell[];
  /** The column that names the row. */
  readonly headColumn?: number;
  /** How many of the first columns stay in sight while the others scroll, two at most. */
  readonly stuckColumns?: number;
}

/** What takes a browser a few milliseconds to draw. */
const cellsPerFrame = 300;

export function LongTable<Row>(props: LongTableProps<Row>) {
  const { label, heads, rows, cellsOf, headColumn, stuckColumns = 0 } = props;
  const root = useRef<HTMLTableElement>(null);
  const sliceRows = Math.ceil(cellsPerFrame / Math.max(1, heads.length));
  const fit = useColumnFit(root, heads, rows, stuckColumns);
  const { slices, hasMore } = useSlices(rows, sliceRows);
  // Roles, because elements that are laid out as a grid may lose their own.
  return (
    <table
      role="table"
      class="data sliced"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      ref={root}
      onCopy={copySelectedCells}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {heads.map((head, column) => (
            <th key={column} role="columnheader" scope="col" class={cellClass(head, column, stuckColumns)}>
              {head.text}
            </th>
          ))}
        </tr>
      </thead>
      {slices.map((slice, index) => (
        <Slice
          key={index}
          firstRow={index * sliceRows + 2}
          rows={slice}
          cellsOf={cellsOf}
          headColumn={headColumn}
          stuckColumns={stuckColumns}
          fit={fit}
        />
      ))}
      {hasMore && <tbody class={moreRowsClass} hidden />}
    </table>
  );
}

/** What is drawn of the rows: more with each frame. */
function useSlices<Row>(rows: readonly Row[], sliceRows: number) {
  const all = useRef<DrawnRows<Row>>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const start = useMemo(() => drawFirst(rows, sliceRows, all.current?.shown), [rows, sliceRows]);
  if (all.current?.slices !== start.slices) all.current = start;
  const drawn = all.current;
  const hasMore = !areAllDrawn(drawn);
  useEffect(() => {
    if (!hasMore) return undefined;
    return drawQueue.take(() => {
      all.current = drawNext(drawn);
      redraw(undefined);
    });
  }, [drawn]);
  return { slices: drawn.shown, hasMore };
}

function cellClass(cell: TableCell, column: number, stuckColumns: number): string | undefined {
  return column < stuckColumns ? `${cell.class ?? ''} stuck stuck-${column}` : cell.class;
}

type Fit = (rows: readonly (readonly TableCell[])[], measure?: (text: string) => number) => void;

/** Widens the columns to what was drawn. */
function useColumnFit(
  root: { readonly current: HTMLTableElement | null },
  heads: readonly TableHead[],
  rows: readonly unknown[],
  stuckColumns: number,
): Fit {
  const widths = useMemo(() => new ColumnWidths(heads.length), [rows, heads.length]);
  const fit: Fit = (cells, measure = measureCell) => {
    const grown = cells.filter((row) =>
      widths.fit(
        row.map(({ text }) => text),
        (text, column) => Math.min(measure(text), heads[column]?.widestPx ?? Infinity),
      ),
    );
    if (grown.length === 0 || !root.current) return;
    const { style } = root.current;
    style.setProperty('--columns', widths.tracks);
    style.setProperty('--least-width', `${widths.widthPx()}px`);
    style.setProperty('--first-width', `${widths.widthPx(1)}px`);
    style.setProperty('--stuck-width', `${widths.widthPx(stuckColumns)}px`);
  };
  useLayoutEffect(() => fit([heads], (title) => titleWidthPx(title, measureCell)), [widths]);
  return fit;
}

interface SliceProps<Row> extends Pick<LongTableProps<Row>, 'rows' | 'cellsOf'> {
  /** The head is the first row. */
  readonly firstRow: number;
  readonly headColumn: number | undefined;
  readonly stuckColumns: number;
  readonly fit: Fit;
}

/** Rows that are drawn stay as they are when others follow. */
function Slice<Row>({ firstRow, rows, cellsOf, headColumn, stuckColumns, fit }: SliceProps<Row>) {
  const cells = useMemo(() => rows.map(cellsOf), [rows]);
  useLayoutEffect(() => fit(cells), [cells]);
  return useMemo(
    () => (
      <tbody role="rowgroup" style={{ '--rows': String(rows.length) }}>
        {cells.map((row, index) => (
          <tr key={index} role="row" aria-rowindex={firstRow + index}>
            {row.map((cell, column) => {
              const shared = { class: cellClass(cell, column, stuckColumns), title: cell.title };
              return column === headColumn ? (
                <th key={column} role="rowheader" scope="row" {...shared}>
                  {cell.text}
                </th>
              ) : (
                <td key={column} role="cell" {...shared}>
                  {cell.text}
                  {cell.note !== undefined && (
                    <span class={cell.showsNote ? 'note' : 'visually-hidden'}> {cell.note}</span>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    ),
    [cells],
  );
}

// Selected cells of a table that is laid out as a grid: the browser would copy each cell as a line of its own.

/** Handles a table's `copy` event: puts tabs between cells. A selection in one cell is left to the browser. */
function copySelectedCells(event: ClipboardEvent): void {
  const { currentTarget: table, clipboardData } = event;
  const selection = getSelection();
  if (!(table instanceof HTMLTableElement) || !selection || !clipboardData) return;
  if (!table.contains(selection.anchorNode) || !table.contains(selection.focusNode)) return;
  if (!selection.toString().trim().includes('\n')) return;
  const range = selection.getRangeAt(0);
  const rows = [...table.rows]
    .map(({ cells }) => [...cells].filter((cell) => selection.containsNode(cell, true)))
    .filter((cells) => cells.length > 0);
  const lines = rows.map((cells) => cells.map((cell) => textWithin(range, cell)).join('\t'));
  clipboardData.setData('text/plain', lines.join('\n'));
  event.preventDefault();
}

/** The part of a cell's text that is in a range, in one line. */
function textWithin(range: Range, cell: HTMLTableCellElement): string {
  const part = document.createRange();
  part.selectNodeContents(cell);
  if (cell.contains(range.startContainer)) part.setStart(range.startContainer, range.startOffset);
  if (cell.contains(range.endContainer)) part.setEnd(range.endContainer, range.endOffset);
  const shown = part.cloneContents();
  for (const note of shown.querySelectorAll('.visually-hidden')) note.remove();
  return shown.textContent.replaceAll(/\s+/g, ' ');
}

// The slices of a long table that are drawn: one more with each step. Those of new rows replace the ones before one by one, so
// that what a person has scrolled to stays in sight.

type Slice<Row> = readonly Row[];

interface DrawnRows<Row> {
  /** Of the newest rows. */
  readonly slices: readonly Slice<Row>[];
  /** How many of them are drawn. */
  readonly drawn: number;
  /** Those, and the ones of earlier rows that they have not replaced yet. */
  readonly shown: readonly Slice<Row>[];
}

/** The first slice of rows in place of what was drawn before. */
export function drawFirst<Row>(
  rows: readonly Row[],
  sliceRows: number,
  before: readonly Slice<Row>[] = [],
): DrawnRows<Row> {
  const count = Math.ceil(rows.length / sliceRows);
  const slices = Array.from({ length: count }, (_, slice) =>
    rows.slice(slice * sliceRows, (slice + 1) * sliceRows),
  );
  return drawUpTo(1, slices, before);
}

export function drawNext<Row>({ slices, drawn, shown }: DrawnRows<Row>): DrawnRows<Row> {
  return drawUpTo(drawn + 1, slices, shown);
}

export function areAllDrawn({ slices, drawn }: DrawnRows<unknown>): boolean {
  return drawn >= slices.length;
}

function drawUpTo<Row>(
  drawn: number,
  slices: readonly Slice<Row>[],
  before: readonly Slice<Row>[],
): DrawnRows<Row> {
  const isWhole = drawn >= slices.length;
  return { slices, drawn, shown: isWhole ? slices : [...slices.slice(0, drawn), ...before.slice(drawn)] };
}

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

// A table whose rows are still being drawn, a few with each frame: see longTable.tsx.

/** The class of an element that the table has until its last row is drawn. */
const moreRowsClass = 'more-rows';

interface Drawn {
  readonly isConnected: boolean;
  querySelector(selector: string): unknown;
}

/** Resolves once all rows are drawn; for anything else immediately. @throws if the page no longer shows it */
export async function whenAllRowsDrawn(drawn: Drawn): Promise<void> {
  while (drawn.isConnected && drawn.querySelector(`.${moreRowsClass}`))
    await new Promise((resolve) => requestAnimationFrame(resolve));
  if (!drawn.isConnected) throw new Error(t('it is no longer shown'));
}
