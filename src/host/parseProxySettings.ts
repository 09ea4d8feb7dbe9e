// The editor's proxy settings and the environment's as what a client needs.
import type { NetworkSettings } from '#api/types.ts';
import type { ReadableSettingId, SettingValues } from './settingTable.ts';

type HttpSettingId = Extract<ReadableSettingId, `http.${string}`>;

/** `read` gives a valid value. */
export function parseNetworkSettings(
  read: <K extends HttpSettingId>(id: K) => SettingValues[K],
  env: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const strictTls = read('http.proxyStrictSSL');
  // The setting turns every proxy off, the environment's as well.
  if (read('http.proxySupport') === 'off') return { strictTls };
  const fromEnvironment = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy'];
  const noProxy = [...read('http.noProxy'), env['NO_PROXY'] ?? env['no_proxy'] ?? ''];
  return {
    proxy: read('http.proxy') || fromEnvironment?.trim() || undefined,
    noProxy: noProxy.flatMap((entry) => entry.split(/[\s,]+/)).filter((entry) => entry !== ''),
    strictTls,
    proxyAuthorization: read('http.proxyAuthorization') || undefined,
  };
}
