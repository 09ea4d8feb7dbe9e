// A table of any length that never delays a frame noticeably: its rows are drawn in slices, one with each frame, and
// the browser lays out and paints the slices in sight only. Screen readers read how many rows there are, and the number
// of each.
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { moreRowsClass } from './whenAllRowsDrawn.ts';
import { ColumnWidths, titleWidthPx } from './columnWidths.ts';
import { copySelectedCells } from './copySelectedCells.ts';
import { areAllDrawn, type DrawnRows, drawFirst, drawNext } from './drawnRows.ts';
import { measureCell } from '#webview/charts/fitText.ts';
import { drawQueue } from '#webview/charts/drawQueue.ts';

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
