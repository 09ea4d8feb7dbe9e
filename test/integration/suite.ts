// Runs inside the extension host: every test file beside it, by mocha. Its progress goes to a file that the runner prints.
import { appendFileSync, globSync } from 'node:fs';
import path from 'node:path';
import { takeCoverage } from 'node:v8';
import Mocha from 'mocha';
import { countsLine, runningLine } from '../../.scripts/progress.ts';

/** VS Code calls this; it counts as failed if the promise rejects. */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 0 }); // what hangs is ended by the runner
  const patterns = (process.env.COHORT_DECK_SUITE ?? '**/*.test.mjs').split('\n');
  for (const file of globSync(patterns, { cwd: import.meta.dirname }).toSorted()) {
    mocha.addFile(path.join(import.meta.dirname, file));
  }
  await mocha.loadFilesAsync();
  const failed = await runAll(mocha);
  takeCoverage(); // the host is ended without a chance to; does nothing unless NODE_V8_COVERAGE is set
  if (failed > 0) throw new Error(`${failed} tests failed`);
}

function runAll(mocha: Mocha): Promise<number> {
  return new Promise((resolve) => {
    const runner = mocha.run((failed) => {
      print(countsLine({ passed: runner.stats?.passes ?? 0, failed, skipped: runner.stats?.pending ?? 0 }));
      resolve(failed);
    });
    runner.on('test', (test) =>
      print(runningLine({ file: path.basename(test.file ?? '', '.test.mjs'), test: test.fullTitle() })),
    );
    runner.on('pass', (test) => print(`✔ ${test.fullTitle()} (${test.duration ?? 0} ms)\n`));
    runner.on('fail', (test, error: Error) => {
      print(`✖ ${test.fullTitle()}\n${error.stack ?? String(error)}\n\n`);
    });
  });
}

function print(text: string): void {
  const file = process.env.COHORT_DECK_PROGRESS;
  if (file) appendFileSync(file, text);
}
