// @ts-check
// Every stage of the checks and tests, each by name.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { installVsix } from '../../vscode/server.mjs';
import { packExtension } from '../package/pack.mjs';
import { measure, table } from '../package/sizes.mjs';
import { buildDir, installedDir, logDir, node24, root, tool } from '../setup/paths.mjs';
import { run, withOwnTools } from '../setup/run.mjs';
import { commandStage } from './stage.mjs';

/** @typedef {import('./stage.mjs').Stage} Stage */

const cores = availableParallelism();
const counts = new URL('./counts.mjs', import.meta.url).href;

export const types = commandStage('types', async () => {
  const programs = ['.', 'src/webview'];
  const outcomes = await Promise.all(programs.map((program) => run(tool('tsc'), ['-p', program])));
  return {
    code: Math.max(...outcomes.map(({ code }) => code)),
    output: outcomes.map(({ output }) => output).join(''),
  };
});

export const lint = commandStage('lint', () => run(tool('oxlint'), ['--type-aware', '--deny-warnings']));

export const format = commandStage('format', async () => {
  const { code, output } = await run(tool('oxfmt'), ['--check']);
  return { code, output: `${output}\nnpm run format mends this.` };
});

export const layers = commandStage('layers', () => run(node24, ['esbuild.mjs', '--check']));

export const build = commandStage('build, layers', () =>
  run(node24, ['esbuild.mjs', '--tests'], { log: 'build' }),
);

export const unit = nodeTests('unit', 'test/unit/**/*.test.ts');

/** Rules that need many thousands of cases, or large files: too long for the check before each commit. */
export const laws = nodeTests('laws', 'test/laws/**/*.test.ts', {
  env: { COHORT_DECK_SCHEDULES: '2000' },
});

export const contract = nodeTests('contract', 'test/contract/**/*.test.ts');

/** Packs the VSIX, tests what it holds, and installs it for the stages that follow. @type {Stage} */
export const packaging = {
  name: 'package',
  async run() {
    const vsix = await packExtension();
    console.log(table(await measure(vsix)));
    await installVsix(vsix, installedDir);
    return nodeTests('package', 'test/package/**/*.test.ts').run();
  },
};

/** @param {string} name @param {string[]} [args] @returns {Stage} the suite inside an extension host */
export function integration(name, args = []) {
  return {
    name,
    async run() {
      const log = name.replaceAll(/\W+/g, '-');
      const { output } = await run(node24, ['test/runner/integration.ts', ...args], { log });
      return { ...countsIn(output), output: withoutPassed(output) };
    },
  };
}

/** The workbench as people get it, from the installed VSIX. A file of them keeps two cores busy. */
export const ui = nodeTests('ui', 'test/ui/**/*.test.ts', {
  concurrency: Math.ceil(cores / 2),
  env: { COHORT_DECK_INSTALLED: '1' },
});

/**
 * @param {string} name
 * @param {string} pattern
 * @param {{ concurrency?: number, env?: NodeJS.ProcessEnv }} [options] how many files run at the same time
 * @returns {Stage}
 */
function nodeTests(name, pattern, { concurrency = cores, env = {} } = {}) {
  return {
    name,
    async run() {
      const log = path.join(logDir, `${name}.log`);
      const reporters = [
        ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
        ...[`--test-reporter=${counts}`, '--test-reporter-destination=stdout'],
      ];
      const { output } = await run(
        node24,
        ['--test', `--test-concurrency=${concurrency}`, ...reporters, pattern],
        {
          env: { ...withOwnTools(), NODE_COMPILE_CACHE: path.join(buildDir, 'compiled'), ...env },
          log: name,
        },
      );
      const result = countsIn(output);
      const hasTests = result.passed + result.failed > 0;
      if (!hasTests) return { passed: 0, failed: 1, output: `${output}\nThere are no tests in ${pattern}.` };
      return {
        ...result,
        output: `${withoutPassed(output)}\nThe whole output is in ${path.relative(root, log)}.`,
      };
    },
  };
}

/** The counts are the last line of JSON. @param {string} output @returns {{ passed: number, failed: number, skipped?: number }} */
function countsIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"passed"'));
  return line ? JSON.parse(line) : { passed: 0, failed: 1 };
}

/** @param {string} output */
const withoutPassed = (output) =>
  output
    .split('\n')
    .filter((line) => !/^\s*[✔▶ℹ]|^\{"passed"/.test(line))
    .join('\n');
