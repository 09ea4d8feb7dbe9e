// A connection's base URL, parsed: https, or http on loopback.
import { ApiError } from '#api/apiError.ts';
import { isLoopbackHost } from './loopback.ts';
import { withoutEndSlashes } from '#api/http/withoutEndSlashes.ts';

export interface SafeBaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly host: string;
  /** The base URL's own path, without a trailing slash: '' or '/prefix'. */
  readonly prefix: string;
  readonly isLoopback: boolean;
}

/** Throws `invalid` with `attr` `baseUrl` and a sentence that says what to change. */
export function requireSafeBaseUrl(baseUrl: string): SafeBaseUrl {
  const text = baseUrl.trim();
  // URL would read `https:/host` and `https:///host` as well, and the scheme in `https://https//host` as a host: what was
  // meant is not known.
  const url = /^https?:\/\/[^/\\]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.hostname === '' || /^https?\.?$/.test(url.hostname)) {
    throw invalidAddress('This is not a web address. Enter one such as https://us.posthog.com.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidAddress('The address must not contain a user name or password. Enter the key separately.');
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) {
    throw invalidAddress('The address must begin with https:, so that nobody can read the key in transit.');
  }
  return { origin: url.origin, host: url.host, prefix: withoutEndSlashes(url.pathname), isLoopback };
}

function invalidAddress(message: string): ApiError {
  return new ApiError('invalid', message, { attr: 'baseUrl' });
}
