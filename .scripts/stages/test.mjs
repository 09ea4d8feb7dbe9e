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
  // What is packed and installed is built for production in dist/; after it, the suites in the extension host find there
  // what is built for development.
  const results = await runStages([types, lint, deadExports, format, packaging]);
  const isDesktop = process.argv.includes('--desktop');
  const lanes = await Promise.all([
    inTurn([build, integration('integration'), inOldest, ...(isDesktop ? [desktop] : []), uiAlone]),
    inTurn([unit, contract, otherLaws, audit]),
    inTurn([uiTogether]),
    inTurn([calculatingLaws]),
  ]);
  results.push(...lanes.flat());
  console.log(`in ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});

/** @param {import('./stage.mjs').Stage[]} stages */
async function inTurn(stages) {
  const results = [];
  for (const stage of stages) results.push(...(await runStages([stage])));
  return results;
}
