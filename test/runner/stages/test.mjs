// @ts-check
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareVscode } from '../../vscode/prepare.mjs';
import { prepareChromium } from '../setup/chromium.mjs';
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { buildDir } from '../setup/paths.mjs';
import { secondsSince } from '../setup/steps.mjs';
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

await runCommand(async () => {
  handleInterrupts(130);
  const startedAt = performance.now();
  await prepareDependencies();
  await prepareVscode();
  process.env.CHROMIUM = await prepareChromium();
  for (const leftover of ['failures', 'screenshots', 'installed']) {
    await rm(path.join(buildDir, leftover), { recursive: true, force: true });
  }
  const groups = [
    [types, lint, format, build],
    [unit],
    [laws],
    [contract],
    [integration('integration')],
    ...(process.argv.includes('--desktop') ? [[integration('integration, desktop', ['--desktop'])]] : []),
    [packaging],
    [integration('integration, installed', ['--installed', '--only', 'activation.test.mjs'])],
    [uiTogether],
    [uiAlone],
  ];
  const results = [];
  for (const group of groups) results.push(...(await runStages(group)));
  console.log(`in ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});
