// The body of a table. Its rows are drawn a few with each frame, so that no frame waits for all of a long one.
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { moreRowsClass } from './allRows.ts';
import { FrameTurns } from './frameTurns.ts';

interface TableRowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columnCount: number;
  /** Its result depends only on its arguments: a row is drawn once. */
  readonly draw: (row: Row, index: number) => ComponentChildren;
}

/** What takes a browser a few milliseconds to lay out. */
const cellsPerFrame = 300;
const turns = new FrameTurns((callback) => requestAnimationFrame(callback));

export function TableRows<Row>({ rows, columnCount, draw }: TableRowsProps<Row>) {
  const groups = useMemo(
    () => groupsOf(rows, Math.ceil(cellsPerFrame / Math.max(1, columnCount))),
    [rows, columnCount],
  );
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (drawn >= groups.length) return undefined;
    return turns.take(() => setDrawn(drawn + 1));
  }, [drawn, groups]);
  return (
    <>
      {groups.slice(0, drawn).map((group, index) => (
        <RowGroup key={index} rows={group} draw={draw} />
      ))}
      {drawn < groups.length && <tbody class={moreRowsClass} hidden />}
    </>
  );
}

/** Those that are drawn already stay as they are when others follow. */
function RowGroup<Row>({ rows, draw }: Pick<TableRowsProps<Row>, 'rows' | 'draw'>) {
  return useMemo(() => <tbody>{rows.map(draw)}</tbody>, [rows]);
}

function groupsOf<Row>(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / size);
  return Array.from({ length: count }, (_, group) => rows.slice(group * size, (group + 1) * size));
}
