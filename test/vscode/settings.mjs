// @ts-check
// Settings that keep VS Code quiet: no requests, no tips, no prompts in front of the extension.
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** @type {Record<string, unknown>} */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': 'off', // what VS Code makes of any other spelling, which it writes back to the file
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off', // as on the desktop; in the browser it is on by default
  'remote.autoForwardPorts': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/**
 * Writes the person's settings if there are none; later starts keep what the person changed.
 * @param {string} userDataDir
 * @param {Record<string, unknown>} [settings] on top of the quiet ones
 */
export async function writeSettings(userDataDir, settings = {}) {
  const folder = path.join(userDataDir, 'User');
  const file = path.join(folder, 'settings.json');
  await mkdir(folder, { recursive: true });
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeFile(file, `${JSON.stringify({ ...quietSettings, ...settings }, null, 2)}\n`);
}
