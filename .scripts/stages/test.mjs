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
import { printTotal, runStages, tableOfTimes } from './stage.mjs';
await runCommand(async () => {
  handleInterrupts(130);
  const startedAt = performance.now();
  await prepareTests();
  process.env.CHROMIUM = await prepareChromium();
  const oldest = await prepareOther('oldest');
  for (const leftover of ['failures', 'installed']) {
    await rm(path.join(buildDir, leftover), { recursive: true, force: true });
  }
  const { audit } = await import('./audit.mjs');
  const stages = await import('./stages.mjs');
  const { build, contract, deadExports, format, integration, laws, lint, packaging, types, unit } = stages;
  const { integrationInOldest, uiAlone, uiTogether } = stages;
  const desktop = process.argv.includes('--desktop')
    ? [integration('integration, desktop', ['--desktop'])]
    : [];
  // What is packed and installed is built for production in dist/; after it, the suites in the extension host find there
  // what is built for development.
  const packedAndBuilt = async () => [...(await runStages([packaging])), ...(await runStages([build]))];
  const checked = await Promise.all([packedAndBuilt(), runStages([types, lint, deadExports, format, audit])]);
  // The longest first: each begins as soon as a core is free.
  const inHosts = [integration('integration'), integrationInOldest(oldest), ...desktop];
  const tests = await runStages([uiTogether, ...inHosts, uiAlone, laws, contract, unit]);
  const results = [...checked.flat(), ...tests];
  console.log(`\n${tableOfTimes(results)}\n\nin ${secondsSince(startedAt)}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});
