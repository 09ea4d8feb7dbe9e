// The only place that reads settings, ours and the editor's own.
import * as vscode from 'vscode';
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { SettingId, Settings } from '#manifest.ts';
import { chooseProxy, parseSetting, type ReadableSettingId, type SettingValues } from './settingTable.ts';

/** One of our settings with its own event. Holds no resource. */
export interface Setting<K extends SettingId> {
  /** Valid, whatever is in settings.json. */
  get(): SettingValues[K];
  /** Writes to the user settings. */
  set(value: Settings[K]): Promise<void>;
  /** Has VS Code read the user settings again: in a browser it does not watch what other windows write. */
  reread(): Promise<void>;
  onDidChange(listener: () => void): vscode.Disposable;
}

export function createSetting<K extends SettingId>(id: K): Setting<K> {
  const { section, name } = split(id);
  return {
    get: () => readSetting(id),
    set: async (value) => {
      await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
    },
    // VS Code reads the settings after each change, also after the removal of one that does not exist.
    reread: async () => {
      await vscode.workspace
        .getConfiguration(id)
        .update('reread', undefined, vscode.ConfigurationTarget.Global);
    },
    onDidChange: (listener) =>
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(id)) listener();
      }),
  };
}

/** Valid, whatever is in settings.json. `scope`: a document, for settings that a language or a folder may override. */
export function readSetting<K extends ReadableSettingId>(
  id: K,
  scope?: vscode.ConfigurationScope,
): SettingValues[K] {
  const { section, name } = split(id);
  return parseSetting(id, vscode.workspace.getConfiguration(section, scope).get<unknown>(name));
}

/** As the person has set it for a language, whatever a workspace or its folder says; valid like the others. */
export function readOwnSetting<K extends ReadableSettingId>(id: K, languageId: string): SettingValues[K] {
  const { section, name } = split(id);
  const set = vscode.workspace.getConfiguration(section, { languageId }).inspect<unknown>(name);
  const ofLanguage = set?.globalLanguageValue ?? set?.defaultLanguageValue;
  return parseSetting(id, ofLanguage ?? set?.globalValue ?? set?.defaultValue);
}

function split(id: string): { readonly section: string; readonly name: string } {
  const dot = id.lastIndexOf('.');
  return { section: id.slice(0, dot), name: id.slice(dot + 1) };
}

export function readNetworkSettings(): NetworkSettings {
  return chooseProxy(readSetting, process.env);
}
