// @ts-check

/**
 * So many tasks run at the same time, however many are given; each waits for its turn, in the order in which they were given.
 * Ours, because it is needed before anything is installed.
 * @param {number} count
 * @returns {<T>(task: () => Promise<T>) => Promise<T>}
 */
export function createSlots(count) {
  let free = count;
  /** @type {(() => void)[]} */
  const waiting = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise((/** @type {(value?: undefined) => void} */ resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
