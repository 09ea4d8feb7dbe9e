// How many requests a minute are sent, and what a service says of that. How long a 429 is waited for is in retryAfter.ts.
import type { RateLimits } from '#api/clientTypes.ts';
import type { ResponseHeaders } from './wire.ts';

/** Requests a minute, of the cloud service, for all of a team's keys and programs together. */
export const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };

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
