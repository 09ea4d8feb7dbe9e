// @ts-check
// Brings node_modules in line with a lock file, and only when they differ.
import { createHash } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupFailure } from './failure.mjs';
import { logDir, node24, root } from './paths.mjs';
import { runNpm } from './run.mjs';
import { step } from './steps.mjs';

/** Installs the project's own dependencies if they are missing or package-lock.json changed. */
export async function prepareDependencies() {
  await ensureInstalled('Installing dependencies', root);
  if (await exists(node24)) return;
  throw new SetupFailure(
    'The npm package "node" did not install Node 24. Allow npm to run install scripts (npm config set ignore-scripts false), delete node_modules and try again.',
  );
}

/**
 * @param {string} title
 * @param {string} folder one with a package-lock.json
 * @returns {Promise<boolean>} whether something was installed
 */
export async function ensureInstalled(title, folder) {
  const lock = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${lock}`).digest('hex');
  const stamp = path.join(folder, 'node_modules/.installed');
  if ((await readText(stamp)) === hash) return false;
  const installedByHand = await matchesLock(folder, lock);
  if (!installedByHand) await step(title, () => npmCi(folder));
  await writeFile(stamp, hash);
  return !installedByHand;
}

/** @param {string} folder */
async function npmCi(folder) {
  const log = `npm-ci-${path.basename(folder)}`;
  const impatient = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=8000'];
  const { code, output } = await runNpm(['ci', '--no-audit', '--no-fund', ...impatient], {
    cwd: folder,
    log,
  });
  if (code === 0) return;
  const logFile = path.relative(root, path.join(logDir, `${log}.log`));
  throw new SetupFailure(explain(code, output, logFile));
}

/** @param {number} code @param {string} output what npm printed @param {string} logFile @returns {string} one sentence */
export function explain(code, output, logFile) {
  if (code === 127)
    return 'npm is not on the PATH. Install Node.js with npm from https://nodejs.org and try again.';
  if (
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|npm (error|ERR!) network/.test(
      output,
    )
  ) {
    return `npm cannot reach its registry. Check the network, the proxy and "npm config get registry", then try again. Details: ${logFile}`;
  }
  if (/ENOSPC/.test(output)) return 'The disk is full. Free about 1 GB and try again.';
  if (/EACCES|EPERM/.test(output)) {
    return `npm cannot write here. Check the permissions of this folder and of npm's cache, then try again. Details: ${logFile}`;
  }
  return `npm ci failed. Fix what ${logFile} says and try again.`;
}

/** Whether an `npm install` by hand matches the lock: npm keeps a hidden lock of what is installed. @param {string} folder @param {string} lock */
async function matchesLock(folder, lock) {
  const hidden = await readText(path.join(folder, 'node_modules/.package-lock.json'));
  if (!hidden) return false;
  /** @type {Record<string, { version?: string, integrity?: string, optional?: boolean }>} */
  const installed = JSON.parse(hidden).packages;
  /** @type {typeof installed} */
  const wanted = JSON.parse(lock).packages;
  return Object.entries(wanted).every(([name, entry]) => {
    if (!name.startsWith('node_modules/')) return true;
    const found = installed[name];
    return found
      ? found.version === entry.version && found.integrity === entry.integrity
      : entry.optional === true;
  });
}

/** @param {string} file */
const exists = (file) =>
  access(file).then(
    () => true,
    () => false,
  );

/** @param {string} file @returns {Promise<string | undefined>} undefined if there is no such file */
const readText = (file) => readFile(file, 'utf8').catch(() => undefined);
