import type { NetworkSettings } from '#api/clientTypes.ts';
import { chooseProxy } from './chooseProxy.ts';
import { readSetting } from './settings.ts';

export function readNetworkSettings(): NetworkSettings {
  return chooseProxy(readSetting, process.env);
}
