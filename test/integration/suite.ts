// Runs inside the extension host: every test file beside it, by mocha, with the counts left in a file for the runner.
import { globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';

/** What the runner reads. */
export interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly { readonly title: string; readonly error: string }[];
  /** `title (12 ms)` of every test that ran, in order. */
  readonly lines: readonly string[];
}

/** VS Code calls this; it counts as failed where the promise rejects. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000 });
  const patterns = (process.env.COHORT_DECK_SUITE ?? '**/*.test.mjs').split('\n');
  for (const file of globSync(patterns, { cwd: import.meta.dirname }).toSorted()) {
    mocha.addFile(path.join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  const result = await runAll(mocha);
  const resultFile = process.env.COHORT_DECK_RESULT;
  if (resultFile) writeFileSync(resultFile, JSON.stringify(result));
  takeCoverage(); // the host is ended without a chance to; does nothing unless NODE_V8_COVERAGE is set
  if (result.failures.length > 0) throw new Error(`${result.failures.length} tests failed`);
}

function runAll(mocha: Mocha): Promise<SuiteResult> {
  const failures: { title: string; error: string }[] = [];
  const lines: string[] = [];
  return new Promise((resolve) => {
    const runner = mocha.run(() => resolve({ passed: runner.stats?.passes ?? 0, failures, lines }));
    runner.on('pass', (test) => lines.push(`${test.fullTitle()} (${test.duration ?? 0} ms)`));
    runner.on('fail', (test, error: Error) => {
      failures.push({ title: test.fullTitle(), error: error.stack ?? String(error) });
    });
  });
}
