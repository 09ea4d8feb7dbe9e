// A connection's base URL, parsed: https, or http on loopback.
import { BlockList, isIP } from 'node:net';
import { ApiError } from '#api/apiError.ts';

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

// Hosts and addresses of this machine, in any spelling: plain http is for them alone, and no proxy is on the way to them.
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** By name: a connection to one of these fails if the name resolves to another machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:.+\.)?localhost$/i.test(hostname) || isLoopbackAddress(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** False for a name. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** A loop: a pattern for the end of a text is tried again at each slash, which takes seconds for a path of slashes. */
export function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (path.charAt(end - 1) === '/') end--;
  return path.slice(0, end);
}

/** One segment of a path; `@current` stays readable. Throws `invalid` for what would name another path. */
export function pathSegment(value: string, attr: string): string {
  if (!isPathSegment(value)) {
    throw new ApiError('invalid', 'The ID is empty or contains a slash or a control character.', { attr });
  }
  return encodeURIComponent(Buffer.from(value).toString()).replaceAll('%40', '@');
}

function isPathSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/[/\\\p{Cc}]/u.test(value);
}
