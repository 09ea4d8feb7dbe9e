/** What does not come in so long does not come on any machine. The one limit of all waits of tests. */
export const maxWaitMs = 3 * 60_000;

/** How long one of several tries at a click or a key waits for its effect, before the next. */
export const tryMs = 10_000;

const intervalMs = 50;

/**
 * Repeats a check until it is true, for conditions that the page cannot wait for.
 * @param what completes "waited 180 s in vain for …"
 */
export async function eventually(
  what: string,
  isTrue: () => Promise<boolean>,
  waitMs = maxWaitMs,
): Promise<void> {
  const until = Date.now() + waitMs;
  let lastError: unknown;
  while (Date.now() < until) {
    try {
      if (await isTrue()) return;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  throw new Error(`waited ${waitMs / 1000} s in vain for ${what}`, { cause: lastError });
}
