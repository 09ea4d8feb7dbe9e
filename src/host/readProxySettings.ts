import * as vscode from 'vscode';
import type { NetworkSettings } from '#api/types.ts';
import { parseNetworkSettings } from './parseProxySettings.ts';

export function readNetworkSettings(): NetworkSettings {
  const http = vscode.workspace.getConfiguration('http');
  return parseNetworkSettings((name) => http.get<unknown>(name), process.env);
}

export function onDidChangeNetworkSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http')) listener();
  });
}
