const intervalMs = 50;

/**
 * Asks again and again until the answer is true. For what the page cannot be asked to wait for; bounded.
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
