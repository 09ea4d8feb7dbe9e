const intervalMs = 50;

/**
 * Repeats a check until it is true or time is over, for conditions that the page cannot wait for.
 * @param what completes "waited 30 s in vain for …"
 */
export async function eventually(
  what: string,
  isTrue: () => Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const until = Date.now() + timeoutMs;
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
  throw new Error(`waited ${timeoutMs / 1000} s in vain for ${what}`, { cause: lastError });
}
