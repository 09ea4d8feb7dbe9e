// npm run release: packs the version that package.json names, verifies it, and tags the commit. Publishing is up to a person.
//   npm run release [-- --dry-run]    --dry-run does everything but the tag
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { levels, nodeTests } from './nodeTests.ts';
import { measure, packExtension, printSizes } from './package.ts';
import { command, root, run, SetupFailure, step } from './processes.ts';
import { printTotal, runStages } from './stage.ts';
import { checks } from './stages.ts';

/**
 * Whether a changelog in the form of https://keepachangelog.com is ready: nothing is under "## [Unreleased]", and below it
 * the version has its date and says something.
 */
export function isReady(changelog: string, version: string): boolean {
  const [unreleased = '', newest = ''] = changelog.split(/^## /m).slice(1);
  const [title = '', ...text] = newest.trim().split('\n');
  const [name, date = ''] = title.split(' - ');
  const isDated = name === `[${version}]` && /^\d{4}-\d{2}-\d{2}$/.test(date);
  return unreleased.trim() === '[Unreleased]' && isDated && text.length > 0;
}

async function release(): Promise<void> {
  const { version } = manifest;
  const tag = `v${version}`;
  await refuseTree(tag);
  if (!isReady(await readFile(path.join(root, 'CHANGELOG.md'), 'utf8'), version))
    throw new SetupFailure(
      `CHANGELOG.md has to begin with "## [Unreleased]", with nothing below it, and "## [${version}] - YYYY-MM-DD" with what changed.`,
    );
  if (printTotal(await runStages(checks)) > 0) throw new SetupFailure('A check failed: nothing was tagged.');
  const file = await step('Packing', packExtension);
  const vsix = path.relative(root, file);
  printSizes(await measure(file));
  // Its files, their sizes, and what the entry loads.
  if (printTotal(await runStages([nodeTests('package', levels.package)])) > 0)
    throw new SetupFailure('The package is not as expected: nothing was tagged.');
  await refuseTree(tag); // packing must not change a committed file
  if (process.argv.includes('--dry-run')) return console.log(`${tag} can be released. Nothing was tagged.`);
  await git('tag', '--annotate', tag, '--message', `Cohort Deck ${version}`);
  console.log(
    `Tagged ${tag}. To publish it: git push origin ${tag}, then npx vsce publish --packagePath ${vsix}`,
  );
}

async function refuseTree(tag: string): Promise<void> {
  const changes = await git('status', '--porcelain');
  if (changes) throw new SetupFailure(`Commit or remove what is not committed:\n${changes}`);
  if (await git('tag', '--list', tag))
    throw new SetupFailure(`The tag ${tag} exists: raise the version in package.json.`);
}

async function git(...args: string[]): Promise<string> {
  const { code, output } = await run('git', args);
  if (code !== 0) throw new SetupFailure(`git ${args[0]} failed:\n${output}`);
  return output.trim();
}

if (process.argv[1] === import.meta.filename) await command(release);
