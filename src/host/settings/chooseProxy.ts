// The editor's proxy settings and the environment's as what a client needs.
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { ReadableSettingId, SettingValues } from './settingTable.ts';

type HttpSettingId = Extract<ReadableSettingId, `http.${string}`>;

/** `read` gives a valid value. */
export function chooseProxy(
  read: <K extends HttpSettingId>(id: K) => SettingValues[K],
  env: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const strictTls = read('http.proxyStrictSSL');
  // The setting turns every proxy off, the environment's as well.
  if (read('http.proxySupport') === 'off') return { strictTls, proxySource: 'http.proxySupport' };
  const variable = proxyVariables.find((name) => env[name] !== undefined);
  const fromEnvironment = variable === undefined ? '' : (env[variable]?.trim() ?? '');
  const fromSettings = read('http.proxy');
  const noProxy = [...read('http.noProxy'), env['NO_PROXY'] ?? env['no_proxy'] ?? ''];
  return {
    proxy: fromSettings || fromEnvironment || undefined,
    proxySource: fromSettings ? 'http.proxy' : fromEnvironment ? variable : undefined,
    noProxy: noProxy.flatMap((entry) => entry.split(/[\s,]+/)).filter((entry) => entry !== ''),
    strictTls,
    proxyAuthorization: read('http.proxyAuthorization') || undefined,
  };
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
