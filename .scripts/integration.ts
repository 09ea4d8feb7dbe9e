// Runs the suite of test/integration in the extension host of a real VS Code and prints the result.
//  node .scripts/integration.ts [--desktop] [--only FILE]…
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { SuiteResult } from '../test/integration/suite.ts';
import { openWorkbench } from '../test/ui/driver/session.ts';
import { buildDir, root } from './setup/paths.mjs';

const timeoutMs = 5 * 60_000;
const suite = path.join(buildDir, 'integration/suite.mjs');
const resultFile = path.join(buildDir, 'integration/result.json');

const { desktop, only } = parseArgs({
  options: {
    desktop: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
}).values;

await rm(resultFile, { force: true });
const env = {
  COHORT_DECK_RESULT: resultFile,
  ...(only.length > 0 ? { COHORT_DECK_SUITE: only.map(builtFile).join('\n') } : {}),
  ...(process.env.NODE_V8_COVERAGE ? { NODE_V8_COVERAGE: process.env.NODE_V8_COVERAGE } : {}),
};
const trouble = desktop ? await runOnDesktop() : await runInBrowser();
const result = await readResult();
for (const line of result.lines) console.log(`✔ ${line}`);
for (const { title, error } of result.failures) console.log(`✖ ${title}\n${error}\n`);
if (trouble) console.log(trouble);
const failed = result.failures.length + (trouble ? 1 : 0);
console.log(JSON.stringify({ passed: result.passed, failed }));
process.exitCode = failed === 0 ? 0 : 1; // process.exit would cut the output where the reader of the pipe is busy

/** @returns its path below the suite's folder */
function builtFile(file: string): string {
  return path.relative('test/integration', file).replace(/\.ts$/, '.mjs');
}

/** @returns what went wrong beside failed tests */
async function runInBrowser(): Promise<string | undefined> {
  const session = await openWorkbench({ suite, installed: false, env });
  const timer = new Promise<'late'>((resolve) => setTimeout(resolve, timeoutMs, 'late').unref());
  const code = await Promise.race([session.suiteEnded, timer]);
  const kept = code === 0 ? undefined : await session.keepEvidence('integration');
  await session.dispose();
  if (code === 'late')
    return `the suite did not end within ${timeoutMs / 60_000} minutes; its logs are in ${kept}`;
  return undefined;
}

async function runOnDesktop(): Promise<string | undefined> {
  const { runTests } = await import('@vscode/test-electron');
  try {
    await runTests({
      extensionDevelopmentPath: root,
      extensionTestsPath: suite,
      extensionTestsEnv: env,
      launchArgs: ['--disable-extensions', '--disable-workspace-trust'],
    });
  } catch (error) {
    // Failed tests end here too; they are in the result.
    return (await hasResult()) ? undefined : `VS Code did not run the suite: ${String(error)}`;
  }
  return undefined;
}

async function readResult(): Promise<SuiteResult> {
  const text = await readFile(resultFile, 'utf8').catch(() => undefined);
  const nothing = {
    title: 'the suite',
    error: 'left no result: it did not load, or the extension host ended',
  };
  return text ? JSON.parse(text) : { passed: 0, failures: [nothing], lines: [] };
}

async function hasResult(): Promise<boolean> {
  return (await readResult()).lines.length > 0;
}
