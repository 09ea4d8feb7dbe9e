// How long a request waits after a 429. Small, because the tree needs it before anything is requested.

/** The wait after a 429 that names no time. */
export const defaultRetryAfterMs = 30_000;

/** A request for which the service wants a longer wait fails immediately. */
export const maxWaitMs = 130_000;

/**
 * Milliseconds from a `Retry-After` header (seconds, or an HTTP date), otherwise from the sentence in a 429's detail,
 * "Expected available in 60 seconds."; undefined if neither names a time.
 * @param nowMs the time at the service, see `sentAtMs`
 */
export function readRetryAfterMs(
  header: string | undefined,
  detail: string | undefined,
  nowMs: number,
): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = parseHttpDate(value);
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const seconds = /available in (\d+(?:\.\d+)?) second/i.exec(detail ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** NaN for anything without a time of day: `Date.parse` reads a year in "soon 5". */
export function parseHttpDate(text: string): number {
  return /\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
}
