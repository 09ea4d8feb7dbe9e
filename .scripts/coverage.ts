// npm run coverage [-- LEVEL …]: how much of src the tests of units, contracts and laws and those in the extension host reach
// together. The report is in .build/coverage/index.html. Each process writes what V8 has counted in it; c8 puts it together.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { levels, nodeTests } from './nodeTests.ts';
import { prepareWorkbench } from './prepare.ts';
import { buildDir, command, runTool, SetupFailure } from './processes.ts';
import { printTotal, runStages } from './stage.ts';
import { build, integration } from './stages.ts';

const reportDir = path.join(buildDir, 'coverage');
const countsDir = path.join(reportDir, 'counts');
const env = { NODE_V8_COVERAGE: countsDir };

await command(async () => {
  const { unit, contract, laws } = levels;
  const inNode = Object.entries({ unit, contract, laws }).map(([name, level]) => nodeTests(name, level, env));
  const stages = [integration('integration', [], env), ...inNode];
  const names = stages.map(({ name }) => name);
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : names;
  const unknown = chosen.find((name) => !names.includes(name));
  if (unknown)
    throw new SetupFailure(`There is no coverage of "${unknown}". The levels are ${names.join(', ')}.`);
  await rm(reportDir, { recursive: true, force: true });
  const needsBuild = chosen.includes('integration');
  if (needsBuild) Object.assign(process.env, await prepareWorkbench());
  const built = needsBuild ? await runStages([build]) : [];
  const results = [...built, ...(await runStages(stages.filter(({ name }) => chosen.includes(name))))];
  const dirs = [`--temp-directory=${countsDir}`, `--reports-dir=${reportDir}`];
  const files = ['--all', '--src=src', '--include=src/**/*.{ts,tsx}', '--exclude=src/**/*.d.ts'];
  const reports = ['--reporter=text', '--reporter=html', '--exclude-after-remap'];
  console.log((await runTool('c8', ['report', ...dirs, ...files, ...reports])).output);
  printTotal(results);
});
