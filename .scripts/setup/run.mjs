// @ts-check
// Runs a program and waits for its end, keeping what it printed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endGroup } from '../../test/vscode/endGroup.mjs';
import { whenInterrupted } from './interrupt.mjs';
import { binDir, logDir, node24, root } from './paths.mjs';
import { watchProcessorTime } from './processes.mjs';

/** A program that prints nothing for so long hangs. No other limit of time ends one. */
export const maxSilenceMs = 10 * 60_000;
/** How long a program that hangs may take to keep what explains it, such as a picture, once it gets SIGUSR2. */
const maxEvidenceMs = 15_000;

/**
 * @typedef {object} Outcome
 * @property {number} code 0 where all went well; 127 where the program does not exist; 128 where a signal ended it
 * @property {string} output standard output and standard error as they came
 * @property {boolean} [wasSilent] it was ended because it printed nothing for `maxSilenceMs`
 *
 * @typedef {object} RunOptions
 * @property {string} [cwd] the project's folder unless given
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [log] names a file of .build/log that keeps the output
 * @property {(text: string) => void} [onOutput] gets the output as it comes
 * @property {(ms: number) => void} [onProcessorTime] gets the processor time of the program and all that it starts, as it is used
 * @property {number} [silenceMs] for tests of this function: `maxSilenceMs` unless given
 */

/** @param {string} program @param {string[]} args @param {RunOptions} [options] @returns {Promise<Outcome>} */
export async function run(program, args, options = {}) {
  const outcome = await collect(program, args, options);
  if (options.log) await keepLog(options.log, outcome.output);
  return outcome;
}

/**
 * Runs a tool of node_modules by its own script: the launchers of Windows need a shell, which knows no path with a space.
 * @param {string} name @param {string[]} args @param {RunOptions & { in?: string }} [options] in: its package, unless of the same name
 */
export function runTool(name, args, { in: packageName = name, ...options } = {}) {
  const folder = path.join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return run(node24, [path.join(folder, typeof bin === 'string' ? bin : bin[name]), ...args], options);
}

/** @param {string[]} args @param {RunOptions} [options] */
export function runNpm(args, options = {}) {
  const [program, ...first] = npmCommand(process.platform, process.env, process.execPath);
  return run(program, [...first, ...args], { env: withoutOwnTools(), ...options });
}

/**
 * npm by the Node that it came with, for the reason of `runTool`.
 * @param {NodeJS.Platform} platform @param {NodeJS.ProcessEnv} env @param {string} execPath @param {(file: string) => boolean} [exists]
 * @returns {[string, ...string[]]}
 */
export function npmCommand(platform, env, execPath, exists = existsSync) {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const node = env.npm_node_execpath ?? execPath;
  if (env.npm_execpath && paths.basename(env.npm_execpath) === 'npm-cli.js') return [node, env.npm_execpath];
  if (platform !== 'win32') return ['npm'];
  const folders = [
    paths.dirname(node),
    ...(env.PATH ?? env.Path ?? '').replaceAll('"', '').split(paths.delimiter),
  ];
  const script = folders.map((folder) => paths.join(folder, 'node_modules/npm/bin/npm-cli.js')).find(exists);
  return script ? [node, script] : ['npm'];
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
function collect(program, args, options) {
  const { cwd = root, env = withOwnTools(), onOutput, onProcessorTime, silenceMs = maxSilenceMs } = options;
  return new Promise((resolve) => {
    const windows = process.platform === 'win32';
    const child = spawn(program, args, {
      cwd,
      env,
      detached: !windows, // a group of its own, so that an interrupt ends its children too
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { pid } = child;
    const ended = new Promise((end) => child.once('close', end));
    const end = () => pid && endGroup(pid, ended);
    const forget = whenInterrupted(end);
    const stopWatching = pid && onProcessorTime ? watchProcessorTime(pid, onProcessorTime) : () => undefined;
    let output = '';
    let wasSilent = false;
    const silence = setTimeout(() => {
      wasSilent = true;
      if (!windows) child.kill('SIGUSR2'); // ends a program that does not listen to it
      void Promise.race([ended, delay(windows ? 0 : maxEvidenceMs, undefined, { ref: false })]).then(
        async () => end(),
      );
    }, silenceMs);
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        silence.refresh();
        output += text;
        onOutput?.(text);
      });
    }
    child.once('error', (error) => resolve({ code: 127, output: String(error) }));
    child.once('close', (code) => {
      clearTimeout(silence);
      stopWatching();
      forget();
      resolve({ code: wasSilent ? 1 : (code ?? 128), output, wasSilent });
    });
  });
}
