// A table whose rows are still being drawn, a few with each frame: see longTable.tsx.
import { t } from '#webview/elements/translate.ts';

/** The class of an element that the table has until its last row is drawn. */
export const moreRowsClass = 'more-rows';

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
