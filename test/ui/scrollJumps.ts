// How long rows that have not been read yet take to show once the scroll bar stands at them, measured in their own page.
import type { Frame } from 'playwright-core';

/** Milliseconds since the scroll bar was moved. */
export interface Jump {
  /** The page has heard of it. */
  readonly heard: number;
  /** The host’s answer is there. */
  readonly answered: number;
  /** The cells are in the page. */
  readonly total: number;
}

/** `count` jumps to places all over the grid, other ones for each `start`. */
export async function measureJumps(frame: Frame, count: number, start = 0): Promise<readonly Jump[]> {
  return frame.evaluate<Jump[]>(`(${jumpInPage})(${count}, ${start})`);
}

const jumpInPage = `async (count, start) => {
  const grid = document.querySelector('.grid');
  const firstRow = () => [...document.querySelectorAll('.row')].find((one) => !one.hidden);
  let jump;
  const hear = () => (jump.heard ??= performance.now() - jump.startedMs);
  const answer = ({ data }) => {
    if (data.type === 'rows') jump.answered ??= performance.now() - jump.startedMs;
  };
  grid.addEventListener('scroll', hear, true);
  addEventListener('message', answer, true);
  const jumps = [];
  for (let at = 1; at <= count; at++) {
    const row = firstRow().getAttribute('aria-rowindex');
    jump = { startedMs: performance.now() };
    const share = ((at * 0.381966 + start * 0.0137) % 0.97) + 0.015;
    grid.scrollTop = grid.scrollHeight * share;
    const isThere = () => firstRow().getAttribute('aria-rowindex') !== row && !firstRow().querySelector('.coming');
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve));
    jumps.push({ total: performance.now() - jump.startedMs, heard: jump.heard, answered: jump.answered });
    // What is read around it when scrolling has come to rest is not part of the next one.
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  grid.removeEventListener('scroll', hear, true);
  removeEventListener('message', answer, true);
  return jumps;
}`;
