import type { ResponseHeaders } from './wire.ts';

/**
 * Milliseconds from a `Retry-After` header (seconds, or an HTTP date), otherwise from the sentence in a 429's detail,
 * "Expected available in 60 seconds."; undefined where neither names a time.
 */
export function readRetryAfterMs(
  header: string | undefined,
  detail: string | undefined,
  nowMs = Date.now(),
): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const dateMs = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  if (!Number.isNaN(dateMs)) return Math.max(0, dateMs - nowMs);
  const seconds = /available in (\d+(?:\.\d+)?) second/i.exec(detail ?? '')?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

export interface RateLimitHeaders {
  /** Requests a minute, where the service names that window. */
  readonly perMinute: number | undefined;
  /** How long nothing is left of the budget; undefined while something is. */
  readonly exhaustedMs: number | undefined;
}

/** `RateLimit-Policy`, `RateLimit-Remaining` and `RateLimit-Reset`, with or without `X-`; few services send them. */
export function readRateLimit(headers: ResponseHeaders, nowMs = Date.now()): RateLimitHeaders {
  const read = (name: string): string | undefined => headers[name] ?? headers[`x-${name}`];
  const policy = /(?:^|[\s,;]|q=)(\d{1,9})\s*;\s*w=60\b/.exec(read('ratelimit-policy') ?? '')?.[1];
  const reset = Number(read('ratelimit-reset') ?? NaN);
  const isExhausted = read('ratelimit-remaining')?.trim() === '0' && reset >= 0;
  // Seconds from now, or since 1970.
  const resetMs = reset > 1e9 ? reset * 1000 - nowMs : reset * 1000;
  return {
    perMinute: policy === undefined ? undefined : Number(policy),
    exhaustedMs: isExhausted ? Math.max(0, resetMs) : undefined,
  };
}
