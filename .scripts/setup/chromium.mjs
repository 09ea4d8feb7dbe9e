// @ts-check
// Finds the browser for the tests; installs Debian's if it is missing and can be installed.
import { access, constants } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { SetupFailure } from './failure.mjs';
import { run } from './run.mjs';
import { step } from './steps.mjs';

/** Debian's package of Chromium without a window: a workbench in it starts with a third less of the processor. */
const headlessShell = 'chromium-headless-shell';
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const fixedPlaces = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Where Playwright keeps the browsers that it installed. */
const caches = new Map([
  ['darwin', 'Library/Caches'],
  ['win32', 'AppData/Local'],
]);
const cache = caches.get(process.platform) ?? '.cache';
const playwrightsFolder =
  process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(homedir(), cache, 'ms-playwright');

/**
 * @param {Promise<void>} [dependencies] settles once the npm packages are there
 * @returns {Promise<string>} the path of a browser, after installing Debian's if needed
 */
export async function prepareChromium(dependencies) {
  return (await findChromium(dependencies)) ?? (await installChromium());
}

/** @param {Promise<void>} [dependencies] as for `prepareChromium` @returns {Promise<string | undefined>} */
async function findChromium(dependencies) {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (await isProgram(chosen)) return chosen;
    throw new SetupFailure(
      `CHROMIUM is ${chosen}, which is not a program. Set it to a Chromium or Chrome, or unset it.`,
    );
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const place of [...places, ...fixedPlaces]) {
    if (await isProgram(place)) return place;
  }
  return playwrightsOwn(dependencies);
}

async function installChromium() {
  const advice =
    'install it (Debian: apt-get install chromium-headless-shell; elsewhere: npx playwright-core install chromium) or set CHROMIUM to a Chrome or Chromium, then try again.';
  const mayInstall = process.getuid?.() === 0 && (await run('apt-get', ['--version'])).code === 0;
  if (!mayInstall) throw new SetupFailure(`The tests need Chromium: ${advice}`);
  await step('Installing Chromium', async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env, log: 'apt-update' });
    const install = (/** @type {string} */ browser) => {
      const packages = [browser, 'fonts-liberation', 'fonts-noto-color-emoji'];
      const args = ['install', '-y', '--no-install-recommends', ...packages];
      return run('apt-get', args, { env, log: 'apt-install' });
    };
    let { code } = await install(headlessShell);
    if (code !== 0) ({ code } = await install('chromium')); // a Debian without that package, or an Ubuntu
    if (code !== 0)
      throw new SetupFailure(
        `apt-get could not install Chromium: ${advice} Details: .build/log/apt-install.log`,
      );
  });
  const found = await findChromium();
  if (!found) throw new SetupFailure(`apt-get installed Chromium, but it cannot be found: ${advice}`);
  return found;
}

/**
 * Installed by `npx playwright-core install chromium`. Where Playwright never installed a browser, its package is not
 * waited for, so that Debian's can be installed beside the npm packages.
 * @param {Promise<void>} [dependencies] as for `prepareChromium`
 */
async function playwrightsOwn(dependencies) {
  if (!(await exists(playwrightsFolder))) return undefined;
  await dependencies;
  const { chromium } = await import('playwright-core');
  const place = chromium.executablePath();
  return (await isProgram(place)) ? place : undefined;
}

/** @param {string} file */
const isProgram = (file) => exists(file, constants.X_OK);

/** @param {string} file @param {number} [mode] */
const exists = (file, mode) =>
  access(file, mode).then(
    () => true,
    () => false,
  );
