// Runs the suite of test/integration in the extension host of a real VS Code and prints its progress and its result.
//  node .scripts/integration.ts [--desktop] [--only FILE]…
import { watchFile, unwatchFile, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openWorkbench } from '../test/ui/driver/session.ts';
import { buildDir, root } from './setup/paths.mjs';
import { countsIn } from './stages/progress.mjs';

const suite = path.join(buildDir, 'integration/suite.mjs');
/** What the suite has printed so far: an extension host has no output that reaches this process on every system. */
const progressFile = path.join(buildDir, `integration-progress-${process.pid}.log`);
const pollMs = 500;

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
watchFile(progressFile, { interval: pollMs }, print);
const env = {
  COHORT_DECK_PROGRESS: progressFile,
  ...(only.length > 0 ? { COHORT_DECK_SUITE: only.map(builtFile).join('\n') } : {}),
  ...(process.env.NODE_V8_COVERAGE ? { NODE_V8_COVERAGE: process.env.NODE_V8_COVERAGE } : {}),
};
if (desktop) await runOnDesktop();
else await runInBrowser();
unwatchFile(progressFile);
print();
process.exitCode = countsIn(readFileSync(progressFile, 'utf8')).failed === 0 ? 0 : 1; // process.exit would cut the output where the reader of the pipe is busy

/** @returns its path below the suite's folder */
function builtFile(file: string): string {
  return path.relative('test/integration', file).replace(/\.ts$/, '.mjs');
}

async function runInBrowser(): Promise<void> {
  const session = await openWorkbench({ suite, installed: false, env });
  if ((await session.suiteEnded) !== 0) await session.keepEvidence('integration');
  await session.dispose();
}

async function runOnDesktop(): Promise<void> {
  const { runTests } = await import('@vscode/test-electron');
  const userDataDir = await mkdtemp(path.join(tmpdir(), 'deck-')); // macOS allows 103 characters for a socket in it
  try {
    await runTests({
      extensionDevelopmentPath: root,
      extensionTestsPath: suite,
      extensionTestsEnv: env,
      launchArgs: ['--disable-extensions', '--disable-workspace-trust', `--user-data-dir=${userDataDir}`],
    });
  } catch (error) {
    console.log(`VS Code ended with an error, as it does if a test failed: ${String(error)}`);
  } finally {
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}
