// @ts-check
// Finds the browser for the tests; installs Debian's if it is missing and can be installed.
import { access, constants } from 'node:fs/promises';
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

/** @returns {Promise<string>} the path of a browser, after installing Debian's if needed */
export async function prepareChromium() {
  return (await findChromium()) ?? (await installChromium());
}

/** @returns {Promise<string | undefined>} */
export async function findChromium() {
  const chosen = process.env.CHROMIUM;
  if (chosen) {
    if (await isProgram(chosen)) return chosen;
    throw new SetupFailure(
      `CHROMIUM is ${chosen}, which is not a program. Set it to a Chromium or Chrome, or unset it.`,
    );
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  for (const place of [...places, ...fixedPlaces, await playwrightsOwn()]) {
    if (place && (await isProgram(place))) return place;
  }
  return undefined;
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

/** Installed by `npx playwright-core install chromium`. */
async function playwrightsOwn() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}

/** @param {string} file */
const isProgram = (file) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
