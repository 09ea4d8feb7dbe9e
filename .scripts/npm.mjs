// @ts-check
// npm, for all versions of Node from 20 on: installs what a lock file names, and only when it is newer than what is installed.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';

const { npm_execpath: script = '', npm_node_execpath: node = process.execPath } = process.env;
/** The npm that runs this process, by its own script: its launcher on Windows needs a shell, which knows no path with a space. */
export const npmCommand = script.endsWith('npm-cli.js') ? [node, script] : ['npm'];

/**
 * Runs npm, which prints what goes wrong.
 * @param {string[]} args @param {string} cwd
 * @returns {Promise<boolean>} whether it worked
 */
export function npm(args, cwd) {
  const [program = 'npm', ...first] = npmCommand;
  const child = spawn(program, [...first, ...args], { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve) => {
    child.once('error', () => {
      console.error(
        'npm is not on the PATH. Install Node.js with npm from https://nodejs.org and try again.',
      );
      resolve(false);
    });
    child.once('close', (code) => resolve(code === 0));
  });
}

/** @param {string} folder one with a package-lock.json @returns {Promise<boolean>} false if npm could not install it */
export async function ensureInstalled(folder) {
  const writtenAt = (/** @type {string} */ file) =>
    statSync(path.join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  // npm writes this one last.
  if (writtenAt('node_modules/.package-lock.json') >= writtenAt('package-lock.json')) return true;
  console.log(`Installing the npm packages of ${folder}`);
  return npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder);
}
