// @ts-check
// Progress for people: one line a step, with its seconds. On a terminal the line counts while steps work.

const live = process.stdout.isTTY;

/** @param {number} startedAt from `performance.now()` @returns {string} such as `3.4 s` */
export const secondsSince = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

/** Steps at work, in the order in which they began: title → when. @type {Map<string, number>} */
const working = new Map();
/** Counts on a terminal. @type {ReturnType<typeof setInterval> | undefined} */
let ticking;
/** The title that stands on the last line, without its end. */
let openTitle = '';

/**
 * Runs `work` and prints `title … 3.4 s`, with the note that `work` may return. Others may be at work at the same time.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @param {(result: T) => string} [note]
 * @returns {Promise<T>}
 */
export async function step(title, work, note = () => '') {
  const startedAt = performance.now();
  begin(title, startedAt);
  try {
    const result = await work();
    finish(title, [secondsSince(startedAt), note(result)].filter(Boolean).join(', '));
    return result;
  } catch (error) {
    finish(title, `failed after ${secondsSince(startedAt)}`);
    throw error;
  }
}

/**
 * Waits for all, even if one fails, so that nothing is still running after the message.
 * @param {...Promise<unknown>} works
 */
export async function together(...works) {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === 'rejected') throw outcome.reason;
}

/** @param {string} title @param {number} startedAt */
function begin(title, startedAt) {
  working.set(title, startedAt);
  if (live) {
    ticking ??= setInterval(show, 500);
    show();
    return;
  }
  process.stdout.write(`${openTitle && '\n'}${title} … `);
  openTitle = title;
}

/** @param {string} title @param {string} end */
function finish(title, end) {
  working.delete(title);
  if (live) {
    rewrite(`${title} … ${end}\n`);
    if (working.size > 0) return show();
    clearInterval(ticking);
    ticking = undefined;
    return;
  }
  process.stdout.write(openTitle === title ? `${end}\n` : `${openTitle && '\n'}${title} … ${end}\n`);
  openTitle = '';
}

function show() {
  const parts = [...working].map(([title, startedAt]) => `${title} … ${secondsSince(startedAt)}`);
  rewrite(parts.join('   '));
}

/** @param {string} line */
const rewrite = (line) => process.stdout.write(`\r\u001b[2K${line}`);
