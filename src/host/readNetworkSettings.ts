import type { NetworkSettings } from '#api/types.ts';
import { parseNetworkSettings } from './parseNetworkSettings.ts';
import { readSetting } from './settings.ts';

export function readNetworkSettings(): NetworkSettings {
  return parseNetworkSettings(readSetting, process.env);
}
