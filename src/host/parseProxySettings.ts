// The editor's proxy settings as plain data. Whatever stands in settings.json, a value of the wrong type is left out.
import type { NetworkSettings } from '#api/types.ts';

/** `read` gives the value of `http.<name>`. */
export function parseNetworkSettings(
  read: (name: string) => unknown,
  env: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const strictTls = read('proxyStrictSSL') !== false;
  // The setting turns every proxy off, the environment's as well.
  if (read('proxySupport') === 'off') return { strictTls };
  const fromEnvironment = env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy'];
  const noProxy = [read('noProxy'), env['NO_PROXY'] ?? env['no_proxy']].flat();
  return {
    proxy: readText(read('proxy')) ?? readText(fromEnvironment),
    noProxy: noProxy.flatMap((entry) => readText(entry)?.split(/[\s,]+/) ?? []),
    strictTls,
    proxyAuthorization: readText(read('proxyAuthorization')),
  };
}

/** Trimmed; undefined for an empty text and for anything else. */
function readText(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}
