// @ts-check
// Starts and ends one VS Code server: its own data folder, its own port, its own process group.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { node24, run } from '../../.scripts/processes.ts';
import { maxWaitMs } from '../ui/driver/eventually.ts';
import { endGroup } from './endGroup.mjs';
import { vscodeRoot } from './prepare.mjs';
import { writeSettings } from './settings.mjs';

/**
 * @typedef {object} ServerOptions
 * @property {string} dataDir holds everything that the server writes
 * @property {number} [port] 0, the default, takes a free one
 * @property {string[]} [extensions] folders of extensions that count as installed
 * @property {string} [extensionsDir] where VSIX files were installed; inside `dataDir` unless given
 * @property {Record<string, unknown>} [settings] the person's settings, on top of quiet ones; ignored if there are some already
 * @property {boolean} [isRestricted] nobody trusts the folder that is opened; the settings turn trust on
 * @property {NodeJS.ProcessEnv} [env]
 * @property {string} [token] random unless given
 *
 * @typedef {object} RunningServer
 * @property {string} origin such as `http://127.0.0.1:41001`
 * @property {string} authority such as `127.0.0.1:41001`
 * @property {string} token must be in the first address that a browser opens, as `tkn`
 * @property {string} userDataDir
 * @property {string} logFile what the server printed
 * @property {number} pid leader of the process group that holds all of its processes
 * @property {Promise<void>} ended
 * @property {() => Promise<void>} stop
 */

/** The Node that runs it: each VS Code is made for one version. */
const serverNode = process.env.COHORT_DECK_VSCODE_NODE ?? node24;
const serverMain = path.join(vscodeRoot, 'out/server-main.js');
const preloaded = ['tether', 'mintKey', 'heldHost'].flatMap((name) => [
  '--import',
  new URL(`./${name}.mjs`, import.meta.url).href,
]);

/** @param {ServerOptions} options @returns {Promise<RunningServer>} */
export async function startServer(options) {
  const { dataDir, port = 0, token = randomBytes(16).toString('hex') } = options;
  const extensionsDir = options.extensionsDir ?? path.join(dataDir, 'extensions');
  const userDataDir = path.join(dataDir, 'user');
  await mkdir(extensionsDir, { recursive: true });
  await writeSettings(userDataDir, options.settings);
  if (options.extensions) await listAsInstalled(extensionsDir, options.extensions);

  const child = spawn(
    serverNode,
    [
      ...preloaded,
      serverMain,
      '--host=127.0.0.1',
      `--port=${port}`,
      `--connection-token=${token}`,
      `--user-data-dir=${userDataDir}`,
      `--extensions-dir=${extensionsDir}`,
      `--server-data-dir=${path.join(dataDir, 'server')}`,
      '--telemetry-level=off',
      '--accept-server-license-terms',
      ...(options.isRestricted ? [] : ['--disable-workspace-trust']),
    ],
    {
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...cleanEnvironment(), COHORT_DECK_TETHERED: '1', ...options.env },
    },
  );
  const logFile = path.join(dataDir, 'server.log');
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('close', () => resolve()));
  const pid = child.pid ?? 0; // without one, there is no address either
  const stop = () => endGroup(pid, ended);
  const authority = await listeningAddress(child, logFile).catch(async (error) => {
    if (pid) await stop();
    throw error;
  });
  return { origin: `http://${authority}`, authority, token, userDataDir, logFile, pid, ended, stop };
}

/** Installs a packaged extension as a person's VS Code would. @param {string} vsix @param {string} extensionsDir */
export async function installVsix(vsix, extensionsDir) {
  await mkdir(extensionsDir, { recursive: true });
  const dataDir = path.dirname(extensionsDir);
  const args = ['--server-data-dir', path.join(dataDir, 'server'), '--extensions-dir', extensionsDir];
  const { code, output } = await run(serverNode, [serverMain, ...args, '--install-extension', vsix], {
    env: { ...cleanEnvironment(), HOME: dataDir },
  });
  if (code !== 0) throw new Error(`VS Code did not install ${vsix}:\n${output}`);
}

/** The server ended or never started. */
export class ServerFailure extends Error {
  /** @param {string} why @param {string} output what it printed */
  constructor(why, output) {
    super(`The VS Code server ${why}:\n${output}`);
    this.portIsTaken = output.includes('EADDRINUSE');
  }
}

/**
 * Keeps what the server prints, and waits until it names its address.
 * @param {import('node:child_process').ChildProcess} child
 * @param {string} logFile
 * @returns {Promise<string>} such as `127.0.0.1:41001`
 */
function listeningAddress(child, logFile) {
  const log = createWriteStream(logFile, { flags: 'a' });
  let firstOutput = '';
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) => reject(new ServerFailure(why, firstOutput));
    const timer = setTimeout(() => fail(`printed no address within ${maxWaitMs / 1000} s`), maxWaitMs);
    const read = (/** @type {string} */ text) => {
      log.write(text);
      if (firstOutput.length < 100_000) firstOutput += text;
      if (firstOutput.includes('EADDRINUSE')) fail('found its port in use'); // it would keep running without listening
      const port = /Web UI available at http:\/\/[^:/]+:(\d+)/.exec(firstOutput)?.[1];
      if (!port) return;
      clearTimeout(timer);
      resolve(`127.0.0.1:${port}`);
    };
    child.stdout?.setEncoding('utf8').on('data', read);
    child.stderr?.setEncoding('utf8').on('data', read);
    child.once('error', (error) => fail(`did not start (${error.message})`));
    child.once('close', (code) => {
      clearTimeout(timer);
      log.end();
      fail(`ended with code ${code}`);
    });
  });
}

/**
 * Notes extensions as installed where they are, so that they need not be packaged first, beside those that are installed.
 * @param {string} extensionsDir
 * @param {string[]} folders
 */
async function listAsInstalled(extensionsDir, folders) {
  const entries = folders.map(async (folder) => {
    const { publisher, name, version } = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    );
    const location = {
      $mid: 1,
      scheme: 'file',
      path: folder.replaceAll('\\', '/').replace(/^(?=[a-z]:)/i, '/'),
    };
    return { identifier: { id: `${publisher}.${name}` }, version, location, metadata: { source: 'vsix' } };
  });
  const file = path.join(extensionsDir, 'extensions.json');
  const added = await Promise.all(entries);
  /** @type {typeof added} */
  const installed = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
  const others = installed.filter(
    ({ identifier }) => !added.some((one) => one.identifier.id === identifier.id),
  );
  await writeFile(file, JSON.stringify([...others, ...added]));
}

/** Without what another VS Code or npm left there for its own children. @returns {NodeJS.ProcessEnv} */
export function ownEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_|npm_|NODE_)/.test(name));
  return Object.fromEntries(kept);
}

/** Nor an extension gallery: nothing leaves the machine. */
const cleanEnvironment = () => ({ ...ownEnvironment(), EXTENSIONS_GALLERY: '{}' });
