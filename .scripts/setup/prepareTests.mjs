// @ts-check
import { prepareVscode } from '../../test/vscode/prepare.mjs';
import { prepareChromium } from './chromium.mjs';
import { prepareDependencies } from './npm.mjs';
import { together } from './steps.mjs';

/** Installs what the tests need and is missing: the npm packages, VS Code and a browser, all at the same time. @param {() => Promise<unknown>} [prepareEditor] */
export async function prepareTests(prepareEditor = prepareVscode) {
  const dependencies = prepareDependencies();
  await together(dependencies, prepareChromium(dependencies), prepareEditor());
}
