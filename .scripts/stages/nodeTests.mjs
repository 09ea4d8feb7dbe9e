// @ts-check
// Runs test files in several Node processes and adds up their results.
import path from 'node:path';
import pLimit from 'p-limit';
import { logDir, node24, root } from '../setup/paths.mjs';
import { keepLog, run, withOwnTools } from '../setup/run.mjs';
import { compiled, finalFailure, testFiles } from './levels.mjs';

const reporters = ['spec', new URL('./counts.mjs', import.meta.url).href].flatMap((reporter) => [
  `--test-reporter=${reporter}`,
  '--test-reporter-destination=stdout',
]);

/**
 * @param {string} name
 * @param {import('./levels.mjs').Level} level
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {import('./stage.mjs').Stage}
 */
export function nodeTests(name, level, env = {}) {
  const { folder, first, picks, processes = Infinity, atOnce = Infinity, isBackground = false } = level;
  return {
    name,
    async run() {
      const files = testFiles(folder, first).filter(picks ?? Boolean);
      if (files.length === 0) return { passed: 0, failed: 1, output: `There are no tests in ${folder}.` };
      const runShare = (/** @type {string[]} */ share) =>
        run(node24, ['--test', '--test-isolation=none', ...reporters, ...share], {
          env: { ...withOwnTools(), ...compiled, ...level.env, ...env },
          isBackground,
        });
      const outcomes = await pLimit(atOnce).map(dealt(files, processes), runShare);
      const firstTry = countsOf(outcomes);
      const again = level.hasSecondTry && firstTry.mayTryAgain ? firstTry.failedFiles : [];
      const second = again.length > 0 ? [await runShare(again)] : [];
      await keepLog(name, [...outcomes, ...second].map(({ output }) => output).join('\n'));
      const failed = second.length > 0 ? countsOf(second).failed : firstTry.failed;
      const output = [...outcomes, ...second].map((outcome) => withoutPassed(outcome.output)).join('\n');
      return {
        passed: firstTry.passed + firstTry.failed - failed,
        failed,
        skipped: firstTry.skipped,
        note: again.map((file) => `second try of ${path.basename(file)}`).join(', '),
        output: `${output}\nFull output: ${path.relative(root, logDir)}`,
      };
    },
  };
}

/** @param {import('../setup/run.mjs').Outcome[]} outcomes */
function countsOf(outcomes) {
  const counts = outcomes.map(({ code, output }) => withExitCode(countsIn(output), code));
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    counts.reduce((total, count) => total + (count[key] ?? 0), 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failedFiles: counts.flatMap(({ failedFiles = [] }) => failedFiles),
    mayTryAgain:
      counts.every(({ failed, failedFiles = [] }) => failed === 0 || failedFiles.length > 0) &&
      !outcomes.some(({ output }) => output.includes(finalFailure)),
  };
}

/**
 * Dealt in turn: files of one folder take about equally long, so they go to different processes.
 * @param {string[]} files
 * @param {number} hands
 */
const dealt = (files, hands) =>
  Array.from({ length: Math.min(hands, files.length) }, (_, hand) =>
    files.filter((_file, index) => index % hands === hand),
  );

/** The counts are the last line of JSON. @param {string} output @returns {{ passed: number, failed: number, skipped?: number, failedFiles?: string[] }} */
export function countsIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"passed"'));
  return line ? JSON.parse(line) : { passed: 0, failed: 1 };
}

/** A process that ends badly failed, whatever it counted. @param {ReturnType<typeof countsIn>} counts @param {number} code */
const withExitCode = (counts, code) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

/** @param {string} output */
export const withoutPassed = (output) =>
  output
    .split('\n')
    .filter(
      (line) =>
        !/^\s*([✔▶]|ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )|^\{"passed"/.test(line),
    )
    .join('\n');
