// @ts-check
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareVscode } from '../../vscode/prepare.mjs';
import { prepareChromium } from '../setup/chromium.mjs';
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { buildDir } from '../setup/paths.mjs';
import { secondsSince, together } from '../setup/steps.mjs';
import { printTotal, runStages } from './stage.mjs';
import {
  build,
  contract,
  format,
  integration,
  laws,
  lint,
  packaging,
  types,
  uiAlone,
  uiTogether,
  unit,
} from './stages.mjs';

const installedOnly = ['--installed', '--only', 'activation.test.mjs'];

await runCommand(async () => {
  handleInterrupts(130);
  const startedAt = performance.now();
  await together(prepareDependencies().then(prepareChromium), prepareVscode());
  process.env.CHROMIUM = await prepareChromium();
  for (const leftover of ['failures', 'screenshots', 'installed']) {
    await rm(path.join(buildDir, leftover), { recursive: true, force: true });
  }
  // One group after the other, because of dist/: the suite in the extension host runs what is built for development, and
  // packing builds for production in its place. Inside of a group all share the cores.
  const desktop = integration('integration, desktop', ['--desktop']);
  const groups = [
    [types, lint, format, build],
    [integration('integration'), unit, contract],
    ...(process.argv.includes('--desktop') ? [[desktop]] : []),
    [packaging],
    [uiTogether, uiAlone, laws, integration('integration, installed', installedOnly)],
  ];
  const results = [];
  for (const group of groups) results.push(...(await runStages(group)));
  console.log(`in ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});
