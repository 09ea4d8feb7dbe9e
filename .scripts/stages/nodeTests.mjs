// @ts-check
// Runs tests in processes of their own, as many at a time as there are cores, and adds up their results.
import path from 'node:path';
import pLimit from 'p-limit';
import { logDir, node24, root } from '../setup/paths.mjs';
import { keepLog, maxSilenceMs, run, withOwnTools } from '../setup/run.mjs';
import { compiled, cores, testFiles } from './levels.mjs';
import { countsIn, lastRunning, withoutPassed } from './progress.mjs';

const here = (/** @type {string} */ file) => new URL(file, import.meta.url).href;

/** Options of Node that make a process of tests print what `runJobs` reads. */
export const announcing = [
  `--import=${here('./announceTests.mjs')}`,
  ...['spec', here('./progress.mjs')].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ]),
];

/** Runs work in one place for each core, also of what is no suite of tests. Who waits longest begins first. */
export const inPlace = pLimit(cores);

/**
 * @typedef {object} Job
 * @property {string} name
 * @property {string} program
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} env
 * @property {number} [silenceMs] for tests of this function
 */

/**
 * A stage of the tests of one level.
 * @param {string} name
 * @param {import('./levels.mjs').Level} level
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {import('./stage.mjs').Stage}
 */
export function nodeTests(name, level, env = {}) {
  const { folder, first, processes = Infinity } = level;
  return {
    name,
    async run() {
      const files = testFiles(folder, first);
      if (files.length === 0) return { passed: 0, failed: 1, output: `There are no tests in ${folder}.` };
      return runJobs(
        name,
        deal(files, processes).map((share) => ({
          name: share.length === 1 ? path.basename(share[0] ?? '', '.test.ts') : name,
          program: node24,
          args: ['--test', '--test-isolation=none', ...announcing, ...share],
          env: { ...withOwnTools(), ...compiled, ...env },
        })),
      );
    },
  };
}

/**
 * Runs jobs that print lines of progress.mjs, each as soon as there is a place for it.
 * @param {string} name of the file in .build/log that keeps their output
 * @param {Job[]} jobs
 * @returns {Promise<import('./stage.mjs').StageResult>}
 */
export async function runJobs(name, jobs) {
  const results = await Promise.all(jobs.map((job) => inPlace(() => runJob(job))));
  await keepLog(name.replaceAll(/\W+/g, '-'), results.map(({ output }) => output).join('\n'));
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    results.reduce((total, { counts }) => total + counts[key], 0);
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    output: `${results.map(({ output }) => withoutPassed(output)).join('\n')}\nFull output: ${path.relative(root, logDir)}`,
    times: results.flatMap(({ times }) => times),
  };
}

/** @param {Job} job */
async function runJob({ name, program, args, env, silenceMs = maxSilenceMs }) {
  /** Where the time goes that comes next. */
  let current = timeOf(name);
  const times = [current];
  let since = performance.now();
  const turnTo = (/** @type {import('./stage.mjs').Time} */ next) => {
    current.wallMs += performance.now() - since;
    since = performance.now();
    current = next;
  };
  const outcome = await run(program, args, {
    env,
    silenceMs,
    onOutput: (text) => {
      const file = lastRunning(text)?.file;
      if (file === undefined || file === current.name) return;
      const known = times.find((time) => time.name === file);
      const next = known ?? timeOf(file);
      if (!known) times.push(next);
      turnTo(next);
    },
    onProcessorTime: (ms) => void (current.processorMs += ms),
  });
  turnTo(current);
  const counts = countsIn(outcome.output);
  // A process that ends badly failed, whatever it counted.
  const failed = outcome.code !== 0 && counts.failed === 0 ? 1 : counts.failed;
  const output = outcome.wasSilent
    ? `${outcome.output}\n${explainSilence(outcome.output, silenceMs)}`
    : outcome.output;
  return { counts: { ...counts, failed }, output, times };
}

/** @param {string} name @returns {import('./stage.mjs').Time} */
const timeOf = (name) => ({ name, wallMs: 0, processorMs: 0 });

/** @param {string} output @param {number} silenceMs */
function explainSilence(output, silenceMs) {
  const running = lastRunning(output);
  const where = running
    ? `while “${running.test}” of ${running.file} was running`
    : 'before the first test began';
  return `✖ Nothing was printed for ${silenceMs / 60_000} minutes ${where}. The process was ended.`;
}

/**
 * Dealt in turn: files of one folder take about equally long, so they go to different processes.
 * @param {string[]} files
 * @param {number} hands
 */
const deal = (files, hands) =>
  Array.from({ length: Math.min(hands, files.length) }, (_, hand) =>
    files.filter((_file, index) => index % hands === hand),
  );
