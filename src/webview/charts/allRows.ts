// A table whose rows are still being drawn, a few with each frame: see slicedTable.tsx.

/** The class of an element that the table has until its last row is drawn. */
export const moreRowsClass = 'more-rows';

interface Drawn {
  readonly isConnected: boolean;
  querySelector(selector: string): unknown;
}

/** Resolves once all rows are drawn, or the page no longer shows the table; for anything else at once. */
export async function whenAllRows(drawn: Drawn): Promise<void> {
  while (drawn.isConnected && drawn.querySelector(`.${moreRowsClass}`))
    await new Promise((resolve) => requestAnimationFrame(resolve));
}
