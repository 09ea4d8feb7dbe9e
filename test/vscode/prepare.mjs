// @ts-check
// Turns the npm package code-server into a VS Code server, without a compiler and without install scripts.
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from '../../.scripts/setup/npm.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** The VS Code inside code-server. */
export const vscodeRoot = path.join(here, 'node_modules/code-server/lib/vscode');

/**
 * Built-in extensions that want an account, a network or a native module. Only such as run in the server alone: the page
 * carries a list of its own of those that can run in the browser, and complains about each that is gone.
 */
const unwanted = ['copilot', 'git', 'github', 'microsoft-authentication', 'tunnel-forwarding'];

/** Installs and prepares it where it is missing or out of date; seconds otherwise. */
export async function prepareVscode() {
  await ensureInstalled('Installing VS Code for the browser', here);
  const stamp = path.join(vscodeRoot, '.prepared');
  const version = JSON.stringify(unwanted);
  if ((await readFile(stamp, 'utf8').catch(() => undefined)) === version) return;
  const modules = path.join(vscodeRoot, 'node_modules');
  // The server's own modules are this project's dependencies, so one lock file covers them all.
  await rm(modules, { recursive: true, force: true });
  await symlink(path.join(here, 'node_modules'), modules, 'junction');
  for (const name of unwanted)
    await rm(path.join(vscodeRoot, 'extensions', name), { recursive: true, force: true });
  await writeFile(stamp, version);
}
