// What the headers of a response say.

/** Lower-case names; a header that came more than once is joined by commas. */
export type ResponseHeaders = Readonly<Record<string, string | undefined>>;

/** Undefined for what is not an id: it goes into the log and into reports. */
export function requestIdOf(headers: ResponseHeaders): string | undefined {
  const id =
    headers['x-request-id'] ?? headers['x-correlation-id'] ?? headers['x-amzn-trace-id'] ?? headers['cf-ray'];
  return id !== undefined && /^[\w.:;=/+-]{1,200}$/.test(id) ? id : undefined;
}

/** A service may repeat the key in any part of a response. */
export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '•••').replaceAll(encodeURIComponent(secret), '•••');
}

/** Returns the same object if no header repeats the key, which is nearly always the case. */
export function headersWithoutSecret(headers: ResponseHeaders, secret: string): ResponseHeaders {
  const entries = Object.entries(headers).map(
    ([name, value]) => [name, value === undefined ? undefined : withoutSecret(value, secret)] as const,
  );
  return entries.every(([name, value]) => headers[name] === value) ? headers : Object.fromEntries(entries);
}

/**
 * When the response was sent by the service's own clock, from which its other times are counted: this machine's clock may be
 * wrong. In milliseconds since 1970; this machine's time if the response has no date.
 */
export function sentAtMs(headers: ResponseHeaders): number {
  const dateMs = parseHttpDate(headers['date'] ?? '');
  return Number.isNaN(dateMs) ? Date.now() : dateMs;
}

export function saysHtml(headers: ResponseHeaders): boolean {
  return /\bhtml\b/i.test(headers['content-type'] ?? '');
}

export function looksLikeHtml(text: string, headers: ResponseHeaders): boolean {
  return saysHtml(headers) || /^\s*</.test(text);
}

/** Neither length nor chunks: the connection's end is the body's, and an early end cannot be seen. */
export function isUnbounded(headers: ResponseHeaders): boolean {
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
}

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
function parseHttpDate(text: string): number {
  return /\d\d:\d\d:\d\d/.test(text) ? Date.parse(text) : NaN;
}
