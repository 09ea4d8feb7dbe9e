// @ts-check
import { secondsSince } from '../setup/steps.mjs';

/**
 * @typedef {object} Time
 * @property {string} name a file of tests, or a whole job
 * @property {number} wallMs
 * @property {number} processorMs of all processes; 0 on systems without /proc
 *
 * @typedef {object} StageResult
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [note] stands behind the counts
 * @property {string} output shown in full where something failed
 * @property {readonly Time[]} [times]
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<StageResult>} run
 */

/** How many files the table of times names. */
const maxFiles = 25;

/**
 * @param {string} name
 * @param {(onProcessorTime: (ms: number) => void) => Promise<{ code: number, output: string }>} run
 * @returns {Stage} one that passes or fails as a whole
 */
export function commandStage(name, run) {
  return {
    name,
    async run() {
      const startedAt = performance.now();
      let processorMs = 0;
      const { code, output } = await run((ms) => (processorMs += ms));
      const times = [{ name, wallMs: performance.now() - startedAt, processorMs }];
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output, times };
    },
  };
}

/**
 * Runs stages at the same time; prints one line for each as it ends, and the output of a failed one.
 * @param {Stage[]} stages
 * @returns {Promise<(StageResult & { name: string })[]>}
 */
export async function runStages(stages) {
  return Promise.all(
    stages.map(async (stage) => {
      const startedAt = performance.now();
      const result = await stage.run().catch((error) => ({ passed: 0, failed: 1, output: explain(error) }));
      console.log(lineOf(stage.name, result, secondsSince(startedAt)));
      if (result.failed > 0) console.log(`${result.output.trimEnd()}\n`);
      return { name: stage.name, ...result };
    }),
  );
}

/** The last line of all. @param {StageResult[]} results @returns {number} how many failed */
export function printTotal(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  return failed;
}

/**
 * How the time was spent: each stage, then the files that took the most processor time.
 * @param {(StageResult & { name: string })[]} results
 * @returns {string}
 */
export function tableOfTimes(results) {
  const stages = results.flatMap(({ name, times = [] }) =>
    times.length > 0 ? [{ ...sumOf(times), name }] : [],
  );
  const files = results.flatMap(({ name, times = [] }) =>
    times.length > 1 ? times.map((time) => ({ ...time, name: `${name}: ${time.name}` })) : [],
  );
  const slowest = files.toSorted((a, b) => cost(b) - cost(a)).slice(0, maxFiles);
  const rows = [...stages, { ...sumOf(stages), name: 'all stages' }, ...slowest];
  return [`${' '.repeat(44)} processor       wall`, ...rows.map(rowOf)].join('\n');
}

/** @param {readonly Time[]} times */
const sumOf = (times) => ({
  wallMs: times.reduce((sum, time) => sum + time.wallMs, 0),
  processorMs: times.reduce((sum, time) => sum + time.processorMs, 0),
});

/** @param {Time} time */
const cost = ({ processorMs, wallMs }) => processorMs || wallMs;

/** @param {Time} time */
const rowOf = ({ name, processorMs, wallMs }) =>
  `${name.padEnd(44)} ${seconds(processorMs).padStart(9)}  ${seconds(wallMs).padStart(9)}`;

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/** @param {string} name @param {StageResult} result @param {string} duration */
function lineOf(name, { passed, failed, skipped = 0, note = '' }, duration) {
  const counts = [
    `${passed} passed`,
    failed ? `${failed} failed` : '',
    skipped ? `${skipped} skipped` : '',
    note,
  ];
  return `${failed ? '✖' : '✔'} ${name.padEnd(22)} ${duration.padStart(8)}   ${counts.filter(Boolean).join(', ')}`;
}

/** @param {unknown} error */
const explain = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
