// What a process of tests prints for the one that runs it: lines of JSON that name the test that begins, and the counts.
import type { TestEvent } from 'node:test/reporters';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Running {
  readonly file: string;
  readonly test: string;
}

/** A reporter for node --test: the counts at the end. */
// oxlint-disable-next-line import/no-default-export -- Node asks a reporter for one
export default async function* reportCounts(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:summary' || data.file !== undefined) continue; // each file has a summary of its own, too
    const { tests, passed, skipped, todo } = data.counts;
    yield countsLine({ passed, failed: tests - passed - skipped - todo, skipped: skipped + todo });
  }
}

export const runningLine = (running: Running): string => `${JSON.stringify({ running })}\n`;
export const countsLine = (counts: Counts): string => `${JSON.stringify({ counts })}\n`;

/** The test that began last, in some output of a run or at its end. */
export function lastRunning(output: string): Running | undefined {
  const line = output.split('\n').findLast((text) => /^\{"running":.*\}$/.test(text));
  return line === undefined ? undefined : JSON.parse(line).running;
}

/** What a run counted; one failure if it ended before that. */
export function countsIn(output: string): Counts {
  const line = output.split('\n').findLast((text) => text.startsWith('{"counts":'));
  return line === undefined ? { passed: 0, failed: 1, skipped: 0 } : JSON.parse(line).counts;
}

const notToRead =
  /^\{"(running|counts)":|^\s*([✔▶]|ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) )/;
/** What a person reads if something failed. */
export const withoutPassed = (output: string): string =>
  output
    .split('\n')
    .filter((line) => !notToRead.test(line))
    .join('\n');
