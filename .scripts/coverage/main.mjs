// @ts-check
// Coverage of the levels that are named, of all where none is. Each process writes what V8 has counted in it; c8 puts it
// together.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { runCommand, SetupFailure } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { buildDir, root } from '../setup/paths.mjs';
import { prepareTests } from '../setup/prepareTests.mjs';
import { runTool } from '../setup/run.mjs';
import { levels } from '../stages/levels.mjs';
import { printTotal, runStages } from '../stages/stage.mjs';

const reportDir = path.join(buildDir, 'coverage');
const countsDir = path.join(reportDir, 'counts');

const known = ['integration', 'unit', 'contract', 'laws'];
const named = process.argv.slice(2);

await runCommand(async () => {
  handleInterrupts(130);
  const unknown = named.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new SetupFailure(`There is no coverage of "${unknown}". The levels are ${known.join(', ')}.`);
  const isChosen = (/** @type {string} */ name) => named.length === 0 || named.includes(name);
  await (isChosen('integration') ? prepareTests() : prepareDependencies());
  await rm(reportDir, { recursive: true, force: true });
  const { build, integration } = await import('../stages/stages.mjs');
  const { nodeTests } = await import('../stages/nodeTests.mjs');
  const env = { NODE_V8_COVERAGE: countsDir };
  const stages = [
    integration('integration', [], env),
    nodeTests('unit', levels.unit, env),
    nodeTests('contract', levels.contract, env),
    nodeTests('laws', levels.laws, env),
  ];
  const results = [
    ...(isChosen('integration') ? await runStages([build]) : []),
    ...(await runStages(stages.filter(({ name }) => isChosen(name)))),
  ];
  const { output } = await runTool('c8', [
    'report',
    `--temp-directory=${countsDir}`,
    `--reports-dir=${reportDir}`,
    '--reporter=text',
    '--reporter=html',
    '--all',
    '--src=src',
    '--include=src/**/*.{ts,tsx}',
    '--exclude=src/**/*.d.ts',
    '--exclude-after-remap',
  ]);
  console.log(`${output}\nFile by file: ${path.relative(root, path.join(reportDir, 'index.html'))}`);
  if (printTotal(results) > 0) process.exitCode = 1;
});
