// @ts-check
// Progress for people: one line a step, with its seconds. On a terminal the line counts while the step works.

const live = process.stdout.isTTY;

/** @param {number} startedAt from `performance.now()` @returns {string} such as `3.4 s` */
export const secondsSince = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/**
 * Runs `work` and prints `title … 3.4 s`, with the note that `work` may return.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [note]
 * @returns {Promise<T>}
 */
export async function step(title, work, note = () => '') {
  const startedAt = performance.now();
  process.stdout.write(`${title} … `);
  const ticking = live ? setInterval(() => rewrite(`${title} … ${secondsSince(startedAt)}`), 500) : undefined;
  try {
    const result = await work();
    finish(ticking, title, [secondsSince(startedAt), note(result)].filter(Boolean).join(', '));
    return result;
  } catch (error) {
    finish(ticking, title, `failed after ${secondsSince(startedAt)}`);
    throw error;
  }
}

/** @param {ReturnType<typeof setInterval> | undefined} ticking @param {string} title @param {string} end */
function finish(ticking, title, end) {
  clearInterval(ticking);
  if (live) rewrite(`${title} … ${end}\n`);
  else process.stdout.write(`${end}\n`);
}

/** @param {string} line */
const rewrite = (line) => process.stdout.write(`\r\u001b[2K${line}`);
