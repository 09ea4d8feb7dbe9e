import * as vscode from 'vscode';
import type { SettingId, Settings } from '#manifest.ts';

/** One setting with an event of its own. Who makes it disposes of nothing. */
export interface Setting<K extends SettingId> {
  /** What a person wrote there, or package.json's default; of what type is for its reader to check. */
  get(): unknown;
  /** Writes the user's settings. */
  set(value: Settings[K]): Promise<void>;
  onDidChange(listener: () => void): vscode.Disposable;
}

export function createSetting<K extends SettingId>(id: K): Setting<K> {
  const dot = id.lastIndexOf('.');
  const [section, name] = [id.slice(0, dot), id.slice(dot + 1)];
  return {
    get: () => vscode.workspace.getConfiguration(section).get<unknown>(name),
    set: async (value) => {
      await vscode.workspace.getConfiguration(section).update(name, value, vscode.ConfigurationTarget.Global);
    },
    onDidChange: (listener) =>
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(id)) listener();
      }),
  };
}

/** A number from the settings, kept within its bounds whatever was typed there. */
export function readNumber(setting: { get(): unknown }, min: number, max: number, fallback: number): number {
  const value = setting.get();
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(Math.max(value, min), max);
}
