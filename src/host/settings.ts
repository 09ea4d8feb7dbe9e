import * as vscode from 'vscode';
import type { SettingId, Settings } from '#manifest.ts';

/** One setting with its own event. Holds no resource. */
export interface Setting<K extends SettingId> {
  /** The value from settings.json, or the default in package.json; the caller checks its type. */
  get(): unknown;
  /** Writes to the user settings. */
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

/** A number from the settings, limited to `min` and `max`; `fallback` for anything that is no number. */
export function readNumber(setting: { get(): unknown }, min: number, max: number, fallback: number): number {
  const value = setting.get();
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(Math.max(value, min), max);
}
