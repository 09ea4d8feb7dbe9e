import type { SafeBaseUrl } from './requireSafeBaseUrl.ts';

/**
 * Entries as in NO_PROXY: `*`, `host`, `.host` or `*.host` (both with the host itself), each with `:port` or without.
 * Loopback never goes through a proxy.
 */
export function bypassesProxy(address: SafeBaseUrl, noProxy: readonly string[]): boolean {
  if (address.isLoopback) return true;
  const { hostname, port, protocol } = new URL(address.origin);
  const ownPort = port || (protocol === 'https:' ? '443' : '80');
  return noProxy
    .flatMap((entry) => entry.split(/[\s,]+/))
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, pattern = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
      const host = pattern.replace(/^\*?\./, '');
      if (wantedPort !== undefined && wantedPort !== ownPort) return false;
      return hostname === host || hostname.endsWith(`.${host}`);
    });
}
