// @ts-check
// Turns the npm package code-server into a VS Code server, without a compiler and without install scripts.
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../.scripts/npm.mjs';
import { SetupFailure } from '../../.scripts/processes.ts';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The VS Code inside code-server; the one of package.json beside this file, unless otherEditor.mjs prepared another. */
export const vscodeRoot =
  process.env.COHORT_DECK_VSCODE ?? path.join(here, 'node_modules/code-server/lib/vscode');

/**
 * Built-in extensions that want an account, a network or a native module. Only such as run in the server alone: the page
 * carries a list of its own of those that can run in the browser, and complains about each that is gone.
 */
const unwanted = ['copilot', 'git', 'github', 'microsoft-authentication', 'tunnel-forwarding'];

/** Installs and prepares it if it is missing or out of date; seconds otherwise. */
export async function prepareVscode() {
  if (!(await ensureInstalled(here)))
    throw new SetupFailure('npm could not install VS Code for the browser.');
  await makeServer(vscodeRoot, path.join(here, 'node_modules'));
}

/**
 * @param {string} server the VS Code inside a code-server
 * @param {string} modules where npm has put what it depends on
 */
export async function makeServer(server, modules) {
  const stamp = path.join(server, '.prepared');
  const version = JSON.stringify(unwanted);
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === version) return;
  const own = path.join(server, 'node_modules');
  // The server's own modules are this project's dependencies, so one lock file covers them all.
  await rm(own, { recursive: true, force: true });
  await symlink(modules, own, 'junction');
  for (const name of unwanted)
    await rm(path.join(server, 'extensions', name), { recursive: true, force: true });
  await writeFile(stamp, version);
}
