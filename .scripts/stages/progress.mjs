// @ts-check
// What a process of tests prints for the one that runs it: lines of JSON that name the test that begins, and the counts.

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ file: string, test: string }} Running
 */

/**
 * A reporter for node --test: the counts at the end.
 * @param {AsyncIterable<{ type: string, data: { file?: string, counts: Counts & { cancelled: number, todo: number } } }>} events of the whole run
 */
export default async function* reportCounts(events) {
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file !== undefined) continue; // each file has a summary of its own, too
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    yield countsLine({ passed, failed: failed + cancelled, skipped: skipped + todo });
  }
}

/** @param {Running} running */
export const runningLine = (running) => `${JSON.stringify({ running })}\n`;
/** @param {Counts} counts */
export const countsLine = (counts) => `${JSON.stringify({ counts })}\n`;

const isProgress = (/** @type {string} */ line) => /^\{"(running|counts)":/.test(line);

/**
 * The test that began last, in some output of a run or at its end.
 * @param {string} output
 * @returns {Running | undefined}
 */
export function lastRunning(output) {
  const line = output.split('\n').findLast((text) => /^\{"running":.*\}$/.test(text));
  return line === undefined ? undefined : JSON.parse(line).running;
}

/** What a run counted; one failure if it ended before that. @param {string} output @returns {Counts} */
export function countsIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"counts":'));
  return line === undefined ? { passed: 0, failed: 1, skipped: 0 } : JSON.parse(line).counts;
}

/** What a person reads where something failed. @param {string} output */
export const withoutPassed = (output) =>
  output
    .split('\n')
    .filter(
      (line) =>
        !isProgress(line) &&
        !/^\s*([✔▶]|ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )/.test(line),
    )
    .join('\n');
