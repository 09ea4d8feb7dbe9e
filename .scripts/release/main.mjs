// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SetupFailure, runCommand } from '../setup/failure.mjs';
import { handleInterrupts } from '../setup/interrupt.mjs';
import { prepareDependencies } from '../setup/npm.mjs';
import { root } from '../setup/paths.mjs';
import { run } from '../setup/run.mjs';
import { step } from '../setup/steps.mjs';
import { printTotal, runStages } from '../stages/stage.mjs';
import { changelogProblems } from './changelog.mjs';

await runCommand(async () => {
  handleInterrupts(130);
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const tag = `v${version}`;
  await refuse(await treeProblems(tag));
  await refuse(changelogProblems(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), version, today()));
  await prepareDependencies();
  const { checks } = await import('../stages/stages.mjs');
  if (printTotal(await runStages(checks)) > 0) throw new SetupFailure('A check failed: nothing was tagged.');
  const vsix = await pack();
  await refuse(await treeProblems(tag)); // packing must not change a committed file
  if (process.argv.includes('--dry-run')) return console.log(`${tag} can be released. Nothing was tagged.`);
  await git('tag', '--annotate', tag, '--message', `Cohort Deck ${version}`);
  console.log(
    `Tagged ${tag}. To publish it: git push origin ${tag}, then npx vsce publish --packagePath ${vsix}`,
  );
});

/** Packs as the tests of the package expect: the files, their sizes, what the entry loads. Resolves with the VSIX's path from the root. */
async function pack() {
  const { packExtension } = await import('../package/pack.mjs');
  const { measure, table } = await import('../package/sizes.mjs');
  const { nodeTests } = await import('../stages/nodeTests.mjs');
  const { levels } = await import('../stages/levels.mjs');
  const file = await step('Packing', packExtension);
  const vsix = path.relative(root, file);
  console.log(`${vsix}\n${table(await measure(file))}`);
  const results = await runStages([nodeTests('package', levels.package)]);
  if (results.some(({ failed }) => failed > 0))
    throw new SetupFailure('The package is not as expected: nothing was tagged.');
  return vsix;
}

/** @param {string} tag @returns {Promise<string[]>} */
async function treeProblems(tag) {
  const changes = await git('status', '--porcelain');
  const isTaken = (await git('tag', '--list', tag)) !== '';
  return [
    ...(changes ? [`Commit or remove what is not committed:\n${changes}`] : []),
    ...(isTaken ? [`The tag ${tag} exists: raise the version in package.json.`] : []),
  ];
}

/** @param {string[]} problems */
async function refuse(problems) {
  if (problems.length > 0) throw new SetupFailure(problems.join('\n'));
}

/** @param {...string} args */
async function git(...args) {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new SetupFailure(`git ${args[0]} failed:\n${output}`);
  return output.trim();
}

/** On this machine's calendar. */
function today() {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
