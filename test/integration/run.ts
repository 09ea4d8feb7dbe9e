// Runs the suite of test/integration in the extension host of a real VS Code and prints its progress and its result.
//  node test/integration/run.ts [--desktop] [--only FILE]…
import { watchFile, unwatchFile, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { openWorkbench } from '../ui/driver/session.ts';
import { buildDir, root } from '../../.scripts/processes.ts';
import { countsIn } from '../../.scripts/progress.ts';

const suite = path.join(buildDir, 'integration/suite.mjs');
/** What the suite has printed so far: an extension host has no output that reaches this process on every system. */
const progressFile = path.join(buildDir, `integration-progress-${process.pid}.log`);

const { desktop, only } = parseArgs({
  options: {
    desktop: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
}).values;

process.once('SIGTERM', () => process.exit(143)); // what it started ends with it
await mkdir(buildDir, { recursive: true });
await writeFile(progressFile, '');
let printed = 0;
const print = (): void => {
  const text = readFileSync(progressFile, 'utf8');
  process.stdout.write(text.slice(printed));
  printed = text.length;
};
watchFile(progressFile, { interval: 500 }, print);
const built = only.map((file) => path.relative('test/integration', file).replace(/\.ts$/, '.mjs'));
const env = {
  COHORT_DECK_PROGRESS: progressFile,
  ...(only.length > 0 ? { COHORT_DECK_SUITE: built.join('\n') } : {}),
  ...(process.env.NODE_V8_COVERAGE ? { NODE_V8_COVERAGE: process.env.NODE_V8_COVERAGE } : {}),
};
await (desktop ? runOnDesktop() : runInBrowser());
unwatchFile(progressFile);
print();
process.exitCode = countsIn(readFileSync(progressFile, 'utf8')).failed === 0 ? 0 : 1; // process.exit would cut the output if the reader of the pipe is busy

async function runInBrowser(): Promise<void> {
  const session = await openWorkbench({ suite, installed: false, env });
  if ((await session.suiteEnded) !== 0) await session.keepEvidence('integration');
  await session.dispose();
}

async function runOnDesktop(): Promise<void> {
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'deck-')); // macOS allows 103 characters for a socket in it
  await runTests({
    extensionDevelopmentPath: root,
    extensionTestsPath: suite,
    extensionTestsEnv: env,
    launchArgs: ['--disable-extensions', '--disable-workspace-trust', `--user-data-dir=${userDataDir}`],
  }).catch((error: unknown) => {
    console.log(`VS Code ended with an error, as it does if a test failed: ${String(error)}`);
  });
  await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
}
