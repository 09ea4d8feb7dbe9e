// @ts-check
import { secondsSince } from '../setup/steps.mjs';

/**
 * @typedef {object} StageResult
 * @property {number} passed
 * @property {number} failed
 * @property {number} [skipped]
 * @property {string} [note] stands behind the counts
 * @property {string} output shown in full where something failed
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {() => Promise<StageResult>} run
 */

/** @param {string} name @param {() => Promise<{ code: number, output: string }>} run @returns {Stage} one that passes or fails as a whole */
export function commandStage(name, run) {
  return {
    name,
    async run() {
      const { code, output } = await run();
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

/**
 * Runs stages at the same time; prints one line for each as it ends, and the output of a failed one.
 * @param {Stage[]} stages
 * @returns {Promise<StageResult[]>}
 */
export async function runStages(stages) {
  return Promise.all(
    stages.map(async (stage) => {
      const startedAt = performance.now();
      const result = await stage.run().catch((error) => ({ passed: 0, failed: 1, output: explain(error) }));
      console.log(lineOf(stage.name, result, secondsSince(startedAt)));
      if (result.failed > 0) console.log(`${result.output.trimEnd()}\n`);
      return result;
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

/** @param {string} name @param {StageResult} result @param {string} seconds */
function lineOf(name, { passed, failed, skipped = 0, note = '' }, seconds) {
  const counts = [
    `${passed} passed`,
    failed ? `${failed} failed` : '',
    skipped ? `${skipped} skipped` : '',
    note,
  ];
  return `${failed ? '✖' : '✔'} ${name.padEnd(22)} ${seconds.padStart(8)}   ${counts.filter(Boolean).join(', ')}`;
}

/** @param {unknown} error */
const explain = (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
