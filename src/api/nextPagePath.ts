import type { SafeBaseUrl } from '#api/http/connect/requireSafeBaseUrl.ts';
import { withoutEndSlashes } from '#api/http/withoutEndSlashes.ts';

/**
 * The path and query to ask for when a response for `path` names `next` as its next page, or undefined if `next`
 * leads to another path. Scheme and host are ignored: behind a proxy they are often wrong, and the request goes to the
 * connection's own origin in any case. Service and proxy may disagree about the prefix as well.
 */
export function nextPagePath(next: string, path: string, address: SafeBaseUrl): string | undefined {
  const url = URL.parse(next, address.origin + path);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  const named = comparablePath(url.pathname);
  const own = comparablePath(path);
  const withoutPrefix = comparablePath(path.slice(address.prefix.length));
  return named === own || named === withoutPrefix ? path + url.search : undefined;
}

function comparablePath(path: string): string {
  const trimmed = withoutEndSlashes(path);
  try {
    return decodeURIComponent(trimmed);
  } catch {
    return trimmed; // a stray percent sign: compare as written
  }
}
