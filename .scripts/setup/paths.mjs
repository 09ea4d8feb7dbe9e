// @ts-check
// Paths. Everything that a command creates is in node_modules, dist or .build.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
export const buildDir = path.join(root, '.build');
export const logDir = path.join(buildDir, 'log');
export const screenshotDir = path.join(buildDir, 'screenshots');
export const binDir = path.join(root, 'node_modules/.bin');
export const vscodeDir = path.join(root, 'test/vscode');

/** Node 24, from the npm package `node`: it runs TypeScript and code-server. */
export const node24 = path.join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** The extension that fills the tree and shows it, for npm start only. */
export const openerDir = path.join(root, '.scripts/opener');

/** Extensions folder with the packaged VSIX installed; tests copy it. */
export const installedDir = path.join(buildDir, 'installed/extensions');
