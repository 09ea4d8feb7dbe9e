// @ts-check
// Runs a program and waits for its end, keeping what it printed.
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endGroup } from '../../test/vscode/endGroup.mjs';
import { toBackground } from './background.mjs';
import { whenInterrupted } from './interrupt.mjs';
import { binDir, logDir, root } from './paths.mjs';

/**
 * @typedef {object} Outcome
 * @property {number} code 0 where all went well; 127 where the program does not exist; 128 where a signal ended it
 * @property {string} output standard output and standard error as they came
 *
 * @typedef {object} RunOptions
 * @property {string} [cwd] the project's folder unless given
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [isBackground] it gets what the others leave of the processor
 * @property {string} [log] names a file of .build/log that keeps the output
 */

/** @param {string} program @param {string[]} args @param {RunOptions} [options] @returns {Promise<Outcome>} */
export async function run(program, args, options = {}) {
  const outcome = await collect(program, args, options);
  if (options.log) await keepLog(options.log, outcome.output);
  return outcome;
}

/** @param {string} name of a file in .build/log @param {string} output */
export async function keepLog(name, output) {
  await mkdir(logDir, { recursive: true });
  await writeFile(path.join(logDir, `${name}.log`), output);
}

/** @returns {NodeJS.ProcessEnv} the environment with the project's own tools, Node 24 among them, first in the PATH */
export const withOwnTools = () => ({ ...process.env, PATH: [binDir, process.env.PATH].join(path.delimiter) });

/** @returns {NodeJS.ProcessEnv} the environment without the project's tools: npm must not run on the Node that it is about to replace */
export function withoutOwnTools() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const own = path.join(root, 'node_modules');
  return { ...process.env, PATH: folders.filter((folder) => !folder.startsWith(own)).join(path.delimiter) };
}

/** @param {string} program @param {string[]} args @param {RunOptions} options @returns {Promise<Outcome>} */
function collect(program, args, { cwd = root, env = withOwnTools(), isBackground }) {
  return new Promise((resolve) => {
    const windows = process.platform === 'win32';
    const child = spawn(program, args, {
      cwd,
      env,
      shell: program.endsWith('.cmd'),
      detached: !windows, // a group of its own, so that an interrupt ends its children too
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (child.pid && isBackground) toBackground(child.pid);
    const ended = new Promise((end) => child.once('close', end));
    const forget = whenInterrupted(() => child.pid && endGroup(child.pid, ended));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    child.once('close', (code) => {
      forget();
      resolve({ code: code ?? 128, output });
    });
  });
}
