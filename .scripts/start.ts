// npm start: sets everything up, builds, and opens VS Code with the extension loaded and the tree of sample data filled.
//   npm start -- [--browser | --desktop] [--port N] [--data DIR]
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, SilentReporter } from '@vscode/test-electron';
import { satisfies } from 'semver';
import manifest from '../package.json' with { type: 'json' };
import { endGroup } from '../test/vscode/endGroup.mjs';
import { prepareVscode } from '../test/vscode/prepare.mjs';
import { ownEnvironment, ServerFailure, startServer } from '../test/vscode/server.mjs';
import { writeSettings } from '../test/vscode/settings.mjs';
import {
  buildDir,
  buildExtension,
  command,
  openerDir,
  root,
  run,
  SetupFailure,
  step,
  whenInterrupted,
} from './processes.ts';

const usage = 'npm start -- [--browser | --desktop] [--port N] [--data DIR]';
const isWindows = process.platform === 'win32';
const hasDisplay =
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
const defaultPort = '8137'; // always the same, because a browser keeps keys and layout by address

const maxFolderBytes = 75; // leaves room for a name such as `/1.10-shared-main1234.sock`

interface StartOptions {
  readonly where: 'browser' | 'desktop' | 'any';
  /** Of the page in the browser. */
  readonly port: number;
  /** Keeps settings, state and sample data from one start to the next. */
  readonly dataDir: string;
}

export function readOptions(args: string[]): StartOptions {
  const options = {
    browser: { type: 'boolean' },
    desktop: { type: 'boolean' },
    port: { type: 'string', default: defaultPort },
    data: { type: 'string', default: path.join(buildDir, 'start') },
  } as const;
  try {
    const { browser, desktop, port, data } = parseArgs({ args, options }).values;
    if (browser && desktop) throw new Error('Choose one of --browser and --desktop');
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
      throw new Error(`--port must be a number from 0 to 65535, not "${port}"`);
    const where = browser ? 'browser' : desktop ? 'desktop' : 'any';
    return { where, port: Number(port), dataDir: path.resolve(data) };
  } catch (error) {
    const [why] = error instanceof Error ? error.message.split('.') : [];
    throw new SetupFailure(`${why}: ${usage}`);
  }
}

/** Resolves when the server has ended. */
async function openInBrowser({ port, dataDir }: StartOptions): Promise<void> {
  const tokenFile = path.join(dataDir, 'token'); // the same at each start, so that an open page reconnects
  if (!existsSync(tokenFile)) await writeFile(tokenFile, randomBytes(16).toString('hex'), { mode: 0o600 });
  const token = await readFile(tokenFile, 'utf8');
  const options = { dataDir: path.join(dataDir, 'browser'), port, extensions: [root, openerDir], token };
  const server = await step('Starting VS Code', () => startServer(options)).catch((error: unknown) => {
    if (!(error instanceof ServerFailure && error.portIsTaken)) throw error;
    throw new SetupFailure(
      `\nPort ${port} is in use. End the other process (an earlier npm start?) or choose another port: npm start -- --port ${port + 1}`,
    );
  });
  whenInterrupted(() => step('\nEnding VS Code', server.stop));
  const address = `${server.origin}/?${new URLSearchParams({ folder: path.join(dataDir, 'workspace'), tkn: token }).toString()}`;
  console.log(`\nOpen ${address}\n\nThe sample data loads on its own. Press Ctrl-C to stop.`);
  openPage(address);
  await server.ended;
}

/** Opens the address in the desktop's browser, if there is a desktop. */
function openPage(address: string): void {
  if (!hasDisplay) return;
  const openers: Partial<Record<NodeJS.Platform, string[]>> = {
    darwin: ['open'],
    win32: ['rundll32', 'url.dll,FileProtocolHandler'],
  };
  const [program = '', ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, address], { detached: true, stdio: 'ignore' });
  child.once('error', () => console.log('No browser found. Open the address yourself.'));
  child.unref();
}

async function start(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  await mkdir(path.join(options.dataDir, 'workspace'), { recursive: true });
  const desktop = await findDesktop(options);
  if (!desktop) await prepareVscode();
  await buildExtension();
  await (desktop ? openOnDesktop(desktop, options) : openInBrowser(options));
}

interface Desktop {
  readonly program: string;
  /** Its first ones. */
  readonly args?: readonly string[];
  /** On top of this process's. */
  readonly env?: NodeJS.ProcessEnv;
  /** true for `code`, which starts VS Code and only waits for it. */
  readonly isLauncher: boolean;
}

/** @returns undefined: use the browser */
async function findDesktop({ where }: StartOptions): Promise<Desktop | undefined> {
  if (where === 'browser' || (!hasDisplay && where === 'any')) return undefined;
  if (!hasDisplay)
    throw new SetupFailure(
      '--desktop needs a display, and DISPLAY is not set. Use npm start -- --browser instead.',
    );
  const code = await codeOnPath();
  if (code) return code;
  try {
    const cachePath = path.join(buildDir, 'vscode');
    const options = { cachePath, reporter: new SilentReporter(), timeout: 15_000 };
    const program = await step('Downloading VS Code', () => downloadAndUnzipVSCode(options));
    return { program, isLauncher: false };
  } catch (error) {
    const why = `\nVS Code could not be downloaded (${String(error)}).`;
    if (where === 'desktop')
      throw new SetupFailure(`${why} Install it with "code" on the PATH, or use --browser.`);
    console.log(`${why} Opening it in the browser instead.`);
    return undefined;
  }
}

/** Resolves when the window is closed. */
async function openOnDesktop(
  { program, args: first = [], env, isLauncher }: Desktop,
  { dataDir }: StartOptions,
): Promise<void> {
  const userDataDir = await shortFolder(path.join(dataDir, 'desktop'));
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
    path.join(dataDir, 'workspace'),
  ];
  const child = spawn(program, args, {
    detached: !isWindows,
    stdio: 'ignore',
    env: { ...ownEnvironment(), ...env },
  });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  whenInterrupted(async () => {
    if (child.pid) await endGroup(child.pid, ended);
    if (isLauncher) await endLaunched(userDataDir);
  });
  console.log(
    `\nOpening ${program}.\n\nThe sample data loads on its own. Press Ctrl-C or close the window to stop.`,
  );
  await ended;
}

/** VS Code has sockets in its data folder, and macOS allows 103 characters for the path of one: a link stands for a longer one. */
export async function shortFolder(folder: string, platform = process.platform): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (platform !== 'darwin' || Buffer.byteLength(folder) <= maxFolderBytes) return folder;
  const link = path.join(tmpdir(), `deck-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`);
  await symlink(folder, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return link;
}

/** `code` starts VS Code in its own process group; VS Code writes its process id into its data folder. */
async function endLaunched(userDataDir: string): Promise<void> {
  const pid = Number(await readFile(path.join(userDataDir, 'code.lock'), 'utf8').catch(() => ''));
  if (pid) process.kill(pid, 'SIGTERM');
}

async function codeOnPath(): Promise<Desktop | undefined> {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  // The `code` of a remote window can only talk to that window.
  for (const folder of folders.filter((one) => !one.includes('remote-cli'))) {
    const desktop = isWindows
      ? launchedBy(await readFile(path.join(folder, 'code.cmd'), 'utf8').catch(() => ''), folder)
      : { program: path.join(folder, 'code'), isLauncher: true };
    if (!desktop) continue;
    const { program, args = [], env } = desktop;
    const options = { env: { ...ownEnvironment(), ...env } };
    const { code, output } = await run(program, [...args, '--version'], options);
    if (code === 0 && satisfies(output.split('\n')[0] ?? '', manifest.engines.vscode)) return desktop;
    if (code !== 127) console.log(`${program} is no VS Code ${manifest.engines.vscode}.`);
  }
  return undefined;
}

/**
 * What the script `code.cmd` of Windows runs, which only a shell could start: VS Code itself, as Node, with the script of its
 * command line. @returns undefined if it is another kind of launcher
 */
export function launchedBy(text: string, folder: string): Desktop | undefined {
  const [, program, script] = /"%~dp0([^"]+\.exe)"\s+"%~dp0([^"]+\.js)"/.exec(text) ?? [];
  if (program === undefined || script === undefined) return undefined;
  return {
    program: path.win32.join(folder, program),
    args: [path.win32.join(folder, script)],
    env: { ELECTRON_RUN_AS_NODE: '1' },
    isLauncher: true,
  };
}

if (process.argv[1] === import.meta.filename) await command(start, 0);
