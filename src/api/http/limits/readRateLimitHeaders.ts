// What a service says of its rate limit in headers. How long a 429 is waited for is in retryAfter.ts.
import { sentAtMs } from '#api/http/responseHeaders.ts';
import type { ResponseHeaders } from '#api/http/wire.ts';

export interface RateLimitHeaders {
  /** Requests a minute, if the service names that window. */
  readonly perMinute: number | undefined;
  /** How long nothing is left of the budget; undefined while something is. */
  readonly exhaustedMs: number | undefined;
}

/** `RateLimit-Policy`, `RateLimit-Remaining` and `RateLimit-Reset`, with or without `X-`; few services send them. */
export function readRateLimitHeaders(headers: ResponseHeaders): RateLimitHeaders {
  const read = (name: string): string | undefined => headers[name] ?? headers[`x-${name}`];
  const policy = /(?:^|[\s,;]|q=)(\d{1,9})\s*;\s*w=60\b/.exec(read('ratelimit-policy') ?? '')?.[1];
  const reset = Number(read('ratelimit-reset') ?? NaN);
  const isExhausted = read('ratelimit-remaining')?.trim() === '0' && reset >= 0;
  // Seconds from now, or since 1970.
  const resetMs = reset > 1e9 ? reset * 1000 - sentAtMs(headers) : reset * 1000;
  return {
    perMinute: policy === undefined ? undefined : Number(policy),
    exhaustedMs: isExhausted ? Math.max(0, resetMs) : undefined,
  };
}
