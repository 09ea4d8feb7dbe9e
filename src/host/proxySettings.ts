import * as vscode from 'vscode';
import type { NetworkSettings } from '#api/types.ts';

/** The editor's proxy settings, else those of the environment, as plain data. */
export function readNetworkSettings(env: NodeJS.ProcessEnv = process.env): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  const isOff = http.get<string>('proxySupport') === 'off';
  const proxy =
    http.get<string>('proxy')?.trim() ||
    (isOff
      ? undefined
      : (env['HTTPS_PROXY'] ?? env['https_proxy'] ?? env['HTTP_PROXY'] ?? env['http_proxy']));
  const noProxy = [http.get<string | readonly string[]>('noProxy') ?? []].flat(); // a text where somebody took it for one
  const fromEnvironment = (env['NO_PROXY'] ?? env['no_proxy'] ?? '').split(',');
  return {
    proxy: proxy || undefined,
    noProxy: [...noProxy, ...fromEnvironment].map((entry) => entry.trim()).filter((entry) => entry !== ''),
    strictTls: http.get<boolean>('proxyStrictSSL') ?? true,
    proxyAuthorization: http.get<string | null>('proxyAuthorization') ?? undefined,
  };
}

export function onDidChangeNetworkSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http')) listener();
  });
}
