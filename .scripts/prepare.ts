// Prepares what tests of the workbench need: VS Code in a browser, and the browser.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { prepareOther } from '../test/vscode/otherEditor.mjs';
import { prepareVscode } from '../test/vscode/prepare.mjs';
import { run, runTool, SetupFailure, step } from './processes.ts';

/** Debian's package of Chromium without a window: a workbench in it starts with a third less of the processor. */
const headlessShell = 'chromium-headless-shell';
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Installs what is missing. @returns names the VS Code of that age, the pinned one if none is given */
export async function prepareWorkbench(age?: 'oldest' | 'newest'): Promise<NodeJS.ProcessEnv> {
  const [browser, editor] = await Promise.allSettled([
    prepareChromium(),
    age === undefined ? prepareVscode() : prepareOther(age),
  ]);
  if (browser.status === 'rejected') throw browser.reason; // only now, so that nothing is still running
  if (editor.status === 'rejected') throw editor.reason;
  return { ...editor.value, CHROMIUM: browser.value };
}

/** @returns the path of a browser, after installing one if needed: Debian's, or Playwright's own */
export async function prepareChromium(): Promise<string> {
  const found = findChromium();
  if (found !== undefined) return found;
  const isDebian = process.getuid?.() === 0 && (await run('apt-get', ['--version'])).code === 0;
  const installPlaywrights = async () => (await runTool('playwright-core', ['install', 'chromium'])).output;
  const output = await step('Installing Chromium', isDebian ? installDebians : installPlaywrights);
  const installed = findChromium();
  if (installed !== undefined) return installed;
  throw new SetupFailure(
    `${output}\nThe tests need Chromium, which could not be installed. Install it (Debian: apt-get install ${headlessShell}) or set CHROMIUM to a Chrome or Chromium, then try again.`,
  );
}

function findChromium(): string | undefined {
  const chosen = process.env.CHROMIUM;
  if (chosen && !existsSync(chosen))
    throw new SetupFailure(`CHROMIUM is ${chosen}, which does not exist. Set it to a Chromium, or unset it.`);
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return chosen || [...onPath, chromium.executablePath()].find((place) => existsSync(place));
}

async function installDebians(): Promise<string> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = (browser: string) => {
    const packages = [browser, 'fonts-liberation', 'fonts-noto-color-emoji'];
    return run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
  };
  await run('apt-get', ['update'], { env });
  if ((await install(headlessShell)).code === 0) return '';
  return (await install('chromium')).output; // a Debian without that package, or an Ubuntu
}
