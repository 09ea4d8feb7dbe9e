// @ts-check
// Opens the extension in VS Code on the desktop: the `code` on the PATH, else one that @vscode/test-electron downloads.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endGroup } from '../../test/vscode/endGroup.mjs';
import { writeSettings } from '../../test/vscode/settings.mjs';
import { SetupFailure } from '../setup/failure.mjs';
import { whenInterrupted } from '../setup/interrupt.mjs';
import { buildDir, openerDir, root } from '../setup/paths.mjs';
import { run } from '../setup/run.mjs';
import { step } from '../setup/steps.mjs';

/** Leaves room for a name such as `/1.10-shared-main1234.sock`. */
const maxFolderBytes = 75;

/**
 * @typedef {object} Desktop
 * @property {string} program
 * @property {string[]} args its first ones
 * @property {NodeJS.ProcessEnv} env on top of this process's
 * @property {boolean} isLauncher true for `code`, which starts VS Code and only waits for it
 */

/** Whether there is a display and the browser was not asked for. @param {import('./options.mjs').StartOptions} options */
export function mayUseDesktop({ where }) {
  if (where === 'desktop' && !hasDisplay())
    throw new SetupFailure(
      '--desktop needs a display, and DISPLAY is not set. Use npm start -- --browser instead.',
    );
  return where !== 'browser' && hasDisplay();
}

/** Undefined: use the browser. @param {import('./options.mjs').StartOptions} options @returns {Promise<Desktop | undefined>} */
export async function findDesktop({ where }) {
  const code = await codeOnPath();
  if (code) return code;
  try {
    return { program: await step('Downloading VS Code', download), args: [], env: {}, isLauncher: false };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (where === 'desktop')
      throw new SetupFailure(
        `VS Code could not be downloaded (${why}). Install it with "code" on the PATH, or use --browser.`,
      );
    console.log(`VS Code could not be downloaded (${why}). Opening it in the browser instead.`);
    return undefined;
  }
}

/** Resolves when the window is closed. @param {Desktop} desktop @param {import('./options.mjs').StartOptions} options */
export async function openOnDesktop({ program, args: first, env, isLauncher }, { dataDir }) {
  const userDataDir = await shortFolder(path.join(dataDir, 'desktop'));
  const workspace = path.join(dataDir, 'workspace');
  await mkdir(workspace, { recursive: true });
  await writeSettings(userDataDir);
  const args = [
    ...first,
    `--extensionDevelopmentPath=${root}`,
    `--extensionDevelopmentPath=${openerDir}`,
    `--user-data-dir=${userDataDir}`,
    `--extensions-dir=${path.join(dataDir, 'extensions')}`,
    '--new-window',
    '--disable-workspace-trust',
    '--skip-welcome',
    '--skip-release-notes',
    '--disable-telemetry',
    ...(isLauncher ? ['--wait'] : []),
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    workspace,
  ];
  const child = spawn(program, args, {
    detached: process.platform !== 'win32',
    stdio: 'ignore',
    env: { ...cleanEnvironment(), ...env },
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  whenInterrupted(async () => {
    if (isLauncher) await endLaunched(userDataDir);
    if (child.pid) await endGroup(child.pid, ended);
  });
  console.log(
    `\nOpening ${program}.\n\nThe sample data loads on its own. Press Ctrl-C or close the window to stop.`,
  );
  await ended;
}

/**
 * VS Code has sockets in its data folder, and macOS allows 103 characters for the path of one: a link stands for a longer one.
 * @param {string} folder @param {NodeJS.Platform} [platform] @returns {Promise<string>}
 */
export async function shortFolder(folder, platform = process.platform) {
  await mkdir(folder, { recursive: true });
  if (platform !== 'darwin' || Buffer.byteLength(folder) <= maxFolderBytes) return folder;
  const link = path.join(tmpdir(), `deck-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`);
  await symlink(folder, link).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return link;
}

/** `code` starts VS Code in its own process group; VS Code writes its process id into its data folder. @param {string} userDataDir */
async function endLaunched(userDataDir) {
  const pid = Number(await readFile(path.join(userDataDir, 'code.lock'), 'utf8').catch(() => ''));
  if (!pid) return;
  try {
    process.kill(pid, 'SIGTERM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/** @returns {Promise<Desktop | undefined>} */
async function codeOnPath() {
  const isWindows = process.platform === 'win32';
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const launcher = path.join(folder, isWindows ? 'code.cmd' : 'code');
    const text = await readFile(launcher, 'utf8').catch(() => undefined);
    // The `code` of a remote window can only talk to that window.
    if (text === undefined || launcher.includes('remote-cli')) continue;
    const desktop = isWindows
      ? launchedBy(text, folder)
      : { program: launcher, args: [], env: {}, isLauncher: true };
    if (desktop && (await isRecent(desktop))) return desktop;
  }
  return undefined;
}

/**
 * What a `code.cmd` runs: VS Code itself, as Node, with the script of its command line.
 * @param {string} text of code.cmd @param {string} folder of it
 * @returns {Desktop | undefined} undefined if it is another kind of launcher
 */
export function launchedBy(text, folder) {
  const [, program, script] = /"%~dp0([^"]+\.exe)"\s+"%~dp0([^"]+\.js)"/.exec(text) ?? [];
  if (program === undefined || script === undefined) return undefined;
  return {
    program: path.win32.join(folder, program),
    args: [path.win32.join(folder, script)],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    isLauncher: true,
  };
}

/** @param {Desktop} desktop */
async function isRecent({ program, args, env }) {
  const { code, output } = await run(program, [...args, '--version'], {
    env: { ...cleanEnvironment(), ...env },
  });
  const [major = 0, minor = 0] = (output.split('\n')[0] ?? '').split('.').map(Number);
  const oldest = await oldestVersion();
  const recent = code === 0 && (major > oldest.major || (major === oldest.major && minor >= oldest.minor));
  if (!recent)
    console.log(
      `${program} is older than VS Code ${oldest.major}.${oldest.minor}, the oldest that the extension supports.`,
    );
  return recent;
}

/** The range in package.json, such as `^1.103.0`. */
async function oldestVersion() {
  const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const [major = 0, minor = 0] = String(manifest.engines.vscode).replace('^', '').split('.').map(Number);
  return { major, minor };
}

/** @returns {Promise<string>} the program's path */
async function download() {
  const { downloadAndUnzipVSCode, SilentReporter } = await import('@vscode/test-electron');
  return downloadAndUnzipVSCode({
    cachePath: path.join(buildDir, 'vscode'),
    reporter: new SilentReporter(),
    timeout: 15_000,
  });
}

/** Without the variables that a surrounding VS Code sets for its own children. */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS)/.test(name)),
  );
}
