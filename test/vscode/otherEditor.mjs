// @ts-check
// Installs the oldest VS Code that the extension supports, or the newest one, beside the pinned one.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDir, root, run, SetupFailure, step } from '../../.scripts/processes.ts';
import { npm } from '../../.scripts/npm.mjs';
import { makeServer } from './prepare.mjs';

/** @typedef {'oldest' | 'newest'} Age */

const standIns = fileURLToPath(new URL('./stand-ins', import.meta.url));
/** Native modules of other systems or of features that no test uses; some need a compiler. */
const unused = /kerberos|windows|sqlite|copilot|sandbox|ssh2|mxc-sdk|devcontainers|fs-copyfile/;

/**
 * Which code-server: 4.N holds VS Code 1.N.
 * @param {Age} age @param {string} supported package.json's `engines.vscode`, such as `^1.103.0`
 */
export function codeServerRange(age, supported) {
  if (age === 'newest') return 'latest';
  const minor = /^\^1\.(\d+)\.\d+$/.exec(supported)?.[1];
  if (minor === undefined) throw new SetupFailure(`engines.vscode is "${supported}", not like "^1.103.0".`);
  return `~4.${minor}.0`;
}

/** Takes half a minute and 500 MB where it is new. @param {Age} age @returns {Promise<NodeJS.ProcessEnv>} what startServer reads */
export async function prepareOther(age) {
  const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const folder = path.join(buildDir, 'vscode', age);
  const codeServer = path.join(folder, 'node_modules/code-server');
  const vscodeRoot = path.join(codeServer, 'lib/vscode');
  const title = `Installing the ${age} VS Code`;
  const version = await step(title, async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ allowScripts: { node: true } }));
    await install(folder, `code-server@${codeServerRange(age, engines.vscode)}`);
    const server = JSON.parse(await readFile(path.join(codeServer, 'package.json'), 'utf8'));
    const { dependencies } = JSON.parse(await readFile(path.join(vscodeRoot, 'package.json'), 'utf8'));
    await install(folder, ...(await packagesOf(dependencies)));
    await install(folder, `node@${server.engines.node}`, '--ignore-scripts=false'); // its script puts the program in place
    return server.version;
  });
  await makeServer(vscodeRoot, path.join(folder, 'node_modules'));
  const node = path.join(folder, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
  console.log(
    `VS Code 1${version.slice(1)} of code-server ${version} on Node ${(await run(node, ['--version'])).output.trim()}`,
  );
  return { COHORT_DECK_VSCODE: vscodeRoot, COHORT_DECK_VSCODE_NODE: node };
}

/** @param {Record<string, string>} dependencies of a VS Code server @returns {Promise<string[]>} for npm install */
async function packagesOf(dependencies) {
  const replaced = await readdir(standIns);
  return Object.entries(dependencies).flatMap(([name, range]) => {
    const standIn = path.basename(name);
    if (replaced.includes(standIn)) return `${name}@file:${path.join(standIns, standIn)}`;
    return unused.test(name) ? [] : `${name}@${range}`;
  });
}

/** @param {string} folder @param {...string} args */
async function install(folder, ...args) {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!(await npm(['install', ...quiet, ...args], folder)))
    throw new SetupFailure(`npm could not install ${args[0]}.`);
}
