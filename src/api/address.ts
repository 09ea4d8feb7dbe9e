// Where a connection's requests go, and the guard that keeps its key there.
import { ApiError } from './apiError.ts';

export interface Address {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly host: string;
  /** The base URL's own path, without a trailing slash: '' or '/prefix'. */
  readonly prefix: string;
  readonly isLoopback: boolean;
}

/** Throws `invalid` with `attr` `baseUrl` and a sentence that says what to change. */
export function parseAddress(baseUrl: string): Address {
  const url = URL.parse(baseUrl.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '') {
    throw invalidAddress('The address is not a web address. It looks like https://us.posthog.com.');
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidAddress(
      'The address must not hold a user name or a password. The key goes in its own field.',
    );
  }
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) {
    throw invalidAddress('The address must begin with https:, so that nobody on the way can read the key.');
  }
  return { origin: url.origin, host: url.host, prefix: url.pathname.replace(/\/+$/, ''), isLoopback };
}

export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

/** One segment of a path; `@current` stays readable. Throws `invalid` for what would name another path. */
export function pathSegment(value: string, attr: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new ApiError('invalid', 'The id is empty or is no id.', { attr });
  }
  return encodeURIComponent(Buffer.from(value).toString()).replaceAll('%40', '@');
}

/**
 * The path and query to ask for when an answer for `path` names `next` as its next page, or undefined where `next`
 * leads to another path. Scheme and host are not looked at: behind a proxy they are often wrong, and the request goes
 * to the connection's own origin whatever they say. Service and proxy may disagree about the prefix as well.
 */
export function guardNext(next: string, path: string, address: Address): string | undefined {
  const url = URL.parse(next, address.origin + path);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const named = comparablePath(url.pathname);
  const own = comparablePath(path);
  const withoutPrefix = comparablePath(path.slice(address.prefix.length));
  return named === own || named === withoutPrefix ? path + url.search : undefined;
}

function comparablePath(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed; // a stray percent sign: compare as written
  }
}

function invalidAddress(message: string): ApiError {
  return new ApiError('invalid', message, { attr: 'baseUrl' });
}
