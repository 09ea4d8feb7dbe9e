import * as vscode from 'vscode';
import type { NetworkSettings } from '#api/types.ts';
import { parseNetworkSettings } from './parseProxySettings.ts';
import { readSetting } from './settings.ts';

export function readNetworkSettings(): NetworkSettings {
  return parseNetworkSettings(readSetting, process.env);
}

export function onDidChangeNetworkSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('http')) listener();
  });
}
