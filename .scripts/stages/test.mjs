// @ts-check
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareOther } from '../../test/vscode/otherEditor.mjs';
import { prepareChromium } from '../setup/chromium.mjs';
import { runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { buildDir } from '../setup/paths.mjs';
import { prepareTests } from '../setup/prepareTests.mjs';
import { secondsSince } from '../setup/steps.mjs';
import { printTotal, runStages } from './stage.mjs';
await runCommand(async () => {
  handleInterrupts(130);
  const startedAt = performance.now();
  await prepareTests();
  process.env.CHROMIUM = await prepareChromium();
  for (const leftover of ['failures', 'installed']) {
    await rm(path.join(buildDir, leftover), { recursive: true, force: true });
  }
  const { audit } = await import('./audit.mjs');
  const stages = await import('./stages.mjs');
  const { build, contract, deadExports, format, integration, lint, packaging, types, unit } = stages;
  const { calculatingLaws, integrationInOldest, otherLaws, uiAlone, uiTogether } = stages;
  const desktop = integration('integration, desktop', ['--desktop']);
  const inOldest = integrationInOldest(prepareOther('oldest')); // it is downloaded beside the checks
  const results = await inTurn([[types, lint, deadExports, format, build]]);
  const lanes = await Promise.all([
    // In turn, because of dist/: the suite in the extension host runs what is built for development, and packing builds
    // for production in its place.
    inTurn([
      [integration('integration')],
      [inOldest],
      ...(process.argv.includes('--desktop') ? [[desktop]] : []),
      [packaging],
      [uiTogether, uiAlone, otherLaws, calculatingLaws],
    ]),
    inTurn([[unit, contract, audit]]),
  ]);
  results.push(...lanes.flat());
  console.log(`in ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});

/** @param {import('./stage.mjs').Stage[][]} groups each of stages that run at the same time */
async function inTurn(groups) {
  const results = [];
  for (const group of groups) results.push(...(await runStages(group)));
  return results;
}
