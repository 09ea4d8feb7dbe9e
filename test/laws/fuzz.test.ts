// Half a second of fuzzing for each target; `npm run fuzz` takes its time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { describe, test } from 'node:test';
import { targets } from '../fuzz/targets.ts';

const run = path.resolve(import.meta.dirname, '../fuzz/run.ts');
/** Of the processor. */
const seconds = '0.5';

describe('random inputs, chosen to reach new code, break no rule', { concurrency: 2 }, () => {
  for (const name of Object.keys(targets)) {
    test(`of ${name}`, async () => {
      const { code, output } = await fuzz(name);
      assert.equal(code, 0, output);
      assert.match(output, /^\w+: \d{3,} inputs/);
    });
  }
});

/** In a process of its own, because the coverage of this one may be somebody else's. */
async function fuzz(name: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const { NODE_V8_COVERAGE: _, ...env } = process.env;
  const child = spawn(process.execPath, [run, seconds, name], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
}
