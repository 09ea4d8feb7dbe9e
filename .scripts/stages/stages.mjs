// @ts-check
// Every stage of the checks and tests, each by name.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { installVsix } from '../../test/vscode/server.mjs';
import { packExtension } from '../package/pack.mjs';
import { measure, table } from '../package/sizes.mjs';
import { buildDir, installedDir, logDir, node24, root, tool } from '../setup/paths.mjs';
import { keepLog, run, withOwnTools } from '../setup/run.mjs';
import { createSlots } from './slots.mjs';
import { commandStage } from './stage.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

const cores = availableParallelism();
/** Stages that run at the same time share them: a process of tests keeps a core busy, so no more help. */
const inSlot = createSlots(cores);
const reporters = ['spec', new URL('./counts.mjs', import.meta.url).href].flatMap((reporter) => [
  ...[`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'],
]);

export const types = commandStage('types', async () => {
  const programs = ['.', 'src/webview'];
  const outcomes = await Promise.all(programs.map((program) => run(tool('tsc'), ['-p', program])));
  return {
    code: Math.max(...outcomes.map(({ code }) => code)),
    output: outcomes.map(({ output }) => output).join(''),
  };
});

export const lint = commandStage('lint', () =>
  run(tool('oxlint'), ['--type-aware', '--deny-warnings', '.', '.scripts']),
);

export const format = commandStage('format', async () => {
  const { code, output } = await run(tool('oxfmt'), ['--check']);
  return { code, output: `${output}\nnpm run format mends this.` };
});

export const build = commandStage('build', () => run(node24, ['esbuild.mjs', '--tests'], { log: 'build' }));

/** Many small files: a process for each would take longer than the tests. */
export const unit = nodeTests('unit', 'test/unit', { processes: cores });

/** Rules that need many thousands of cases, or large files: too long for the check before each commit. */
export const laws = nodeTests('laws', 'test/laws', {
  first: ['jsonMerge', 'saves', 'faults', 'filterShape'],
  env: { COHORT_DECK_SCHEDULES: '2000' },
});

export const contract = nodeTests('contract', 'test/contract');

/** Packs the VSIX, tests what it holds, and installs it for the stages that follow. @type {Stage} */
export const packaging = {
  name: 'package',
  async run() {
    const vsix = await packExtension();
    console.log(table(await measure(vsix)));
    await installVsix(vsix, installedDir);
    return nodeTests('package', 'test/package').run();
  },
};

/** @param {string} name @param {string[]} [args] @returns {Stage} the suite inside an extension host */
export function integration(name, args = []) {
  return {
    name,
    async run() {
      const log = name.replaceAll(/\W+/g, '-');
      const { output } = await inSlot(() => run(node24, ['.scripts/integration.ts', ...args], { log }));
      return { ...countsIn(output), output: withoutPassed(output) };
    },
  };
}

// The workbench as people get it, from the installed VSIX.
const asInstalled = { COHORT_DECK_INSTALLED: '1' };

/** Files that share a window. */
export const uiTogether = nodeTests('ui, together', 'test/ui/together', {
  processes: Math.ceil(cores / 2),
  env: asInstalled,
});

/** Files that need a window of their own, because it has to be new or other. */
export const uiAlone = nodeTests('ui, alone', 'test/ui/alone', {
  first: ['exports', 'commands', 'connect'],
  env: asInstalled,
});

/**
 * @param {string} name
 * @param {string} folder
 * @param {object} [options]
 * @param {string[]} [options.first] names of the files that take longest: begun last, one would run on alone
 * @param {number} [options.processes] how many share the files; a process for each unless given
 * @param {NodeJS.ProcessEnv} [options.env]
 * @returns {Stage}
 */
function nodeTests(name, folder, { first = [], processes = Infinity, env = {} } = {}) {
  return {
    name,
    async run() {
      const files = testFiles(folder, first);
      if (files.length === 0) return { passed: 0, failed: 1, output: `There are no tests in ${folder}.` };
      const options = ['--test', '--test-isolation=none', ...reporters];
      const compiled = { NODE_COMPILE_CACHE: path.join(buildDir, 'compiled') };
      const outcomes = await Promise.all(
        dealt(files, processes).map((share) =>
          inSlot(() =>
            run(node24, [...options, ...share], { env: { ...withOwnTools(), ...compiled, ...env } }),
          ),
        ),
      );
      await keepLog(name, outcomes.map((outcome) => outcome.output).join('\n'));
      const counts = outcomes.map(({ code, output }) => withExitCode(countsIn(output), code));
      const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
        counts.reduce((total, count) => total + (count[key] ?? 0), 0);
      const output = outcomes.map((outcome) => withoutPassed(outcome.output)).join('\n');
      return {
        ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
        output: `${output}\nThe whole output is in ${path.relative(root, logDir)}.`,
      };
    },
  };
}

/**
 * Read at once, so that of several stages the first comes to the slots first.
 * @param {string} folder
 * @param {string[]} first
 * @returns {string[]} in one order on every machine
 */
function testFiles(folder, first) {
  const names = readdirSync(path.join(root, folder), { recursive: true }).map(String);
  const placeOf = (/** @type {string} */ name) => {
    const place = first.indexOf(path.basename(name, '.test.ts'));
    return place < 0 ? first.length : place;
  };
  return names
    .filter((name) => name.endsWith('.test.ts'))
    .toSorted()
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((name) => path.join(folder, name));
}

/** As one deals cards: files of one folder take about equally long, and come to different hands. @param {string[]} files @param {number} hands */
const dealt = (files, hands) =>
  Array.from({ length: Math.min(hands, files.length) }, (_, hand) =>
    files.filter((_file, index) => index % hands === hand),
  );

/** The counts are the last line of JSON. @param {string} output @returns {{ passed: number, failed: number, skipped?: number }} */
function countsIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"passed"'));
  return line ? JSON.parse(line) : { passed: 0, failed: 1 };
}

/** A process that ends badly failed, whatever it counted. @param {ReturnType<typeof countsIn>} counts @param {number} code */
const withExitCode = (counts, code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** @param {string} output */
const withoutPassed = (output) =>
  output
    .split('\n')
    .filter(
      (line) =>
        !/^\s*([✔▶]|ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )|^\{"passed"/.test(line),
    )
    .join('\n');
