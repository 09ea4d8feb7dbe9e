import type { ResponseHeaders } from './wire.ts';

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
  const dateMs = Date.parse(headers['date'] ?? '');
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
