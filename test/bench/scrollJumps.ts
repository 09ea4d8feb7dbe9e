// How long rows that have not been read yet take to show once the scroll bar stands at them, measured in their own page.
import type { Frame } from 'playwright-core';

/** Milliseconds since the scroll bar was moved. */
export interface Jump {
  /** The page's scroll event. */
  readonly scrolled: number;
  /** The host's rows have arrived. */
  readonly answered: number;
  /** The cells are in the page. */
  readonly total: number;
}

/** `count` jumps to places all over the grid, other ones for each `start`. */
export async function measureJumps(frame: Frame, count: number, start = 0): Promise<readonly Jump[]> {
  return frame.evaluate(jumpInPage, { count, start });
}

/** Sent to the page as its text: it reaches nothing outside of itself. */
async function jumpInPage({ count, start }: { count: number; start: number }): Promise<readonly Jump[]> {
  const grid = document.querySelector('.grid');
  if (!grid) throw new Error('there is no grid');
  const restMs = 200; // what is read around a place when scrolling has come to rest is not part of the next jump
  const firstRow = () => [...document.querySelectorAll<HTMLElement>('.row')].find((one) => !one.hidden);
  let startedMs = 0;
  let scrolled: number | undefined;
  let answered: number | undefined;
  const onScroll = () => (scrolled ??= performance.now() - startedMs);
  const onMessage = ({ data }: MessageEvent) => {
    if (data.type === 'rows') answered ??= performance.now() - startedMs;
  };
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  grid.addEventListener('scroll', onScroll, true);
  addEventListener('message', onMessage, true);
  const jumps: Jump[] = [];
  for (let at = 1; at <= count; at++) {
    const before = firstRow()?.getAttribute('aria-rowindex');
    const isThere = () =>
      firstRow()?.getAttribute('aria-rowindex') !== before && !firstRow()?.querySelector('.coming');
    startedMs = performance.now();
    scrolled = answered = undefined;
    const share = ((at * 0.381966 + start * 0.0137) % 0.97) + 0.015;
    grid.scrollTop = grid.scrollHeight * share;
    while (!isThere()) await wait(0);
    const total = performance.now() - startedMs;
    jumps.push({ total, scrolled: scrolled ?? total, answered: answered ?? total });
    await wait(restMs);
  }
  grid.removeEventListener('scroll', onScroll, true);
  removeEventListener('message', onMessage, true);
  return jumps;
}
