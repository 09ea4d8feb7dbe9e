import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { SetupFailure } from '../../../.scripts/setup/failure.mjs';
import { explain } from '../../../.scripts/setup/npm.mjs';
import { root } from '../../../.scripts/setup/paths.mjs';
import { run } from '../../../.scripts/setup/run.mjs';
import { codeServerRange } from '../../vscode/otherEditor.mjs';
import { readOptions } from '../../../.scripts/start/options.mjs';

const reasons = [
  [127, 'Error: spawn npm ENOENT', /npm is not on the PATH\. Install Node/],
  [1, 'npm error code EAI_AGAIN', /cannot reach its registry\. Check the network/],
  [1, 'npm error code ECONNREFUSED', /cannot reach its registry/],
  [1, 'npm error network request failed', /cannot reach its registry/],
  [1, 'npm error code ENOSPC', /disk is full/],
  [1, 'npm error code EACCES', /cannot write here/],
  [1, 'npm error code EUSAGE', /npm ci failed\. Fix what a\.log says/],
] as const;

for (const [code, output, sentence] of reasons) {
  test(`a failed installation with "${output}" gets one sentence`, () => {
    const message = explain(code, output, 'a.log');
    assert.match(message, sentence);
    assert.equal(message.split('\n').length, 1);
  });
}

test('start opens the browser, the desktop or what is available, on the same port each time', () => {
  assert.deepEqual(
    [['--browser'], ['--desktop'], []].map((args) => readOptions(args).where),
    ['browser', 'desktop', 'any'],
  );
  assert.equal(readOptions([]).port, readOptions([]).port);
  assert.equal(readOptions(['--port', '9000']).port, 9000);
});

for (const args of [
  ['--port', 'x'],
  ['--port', '70000'],
  ['--port', '1.5'],
  ['--browser', '--desktop'],
  ['--wrong'],
]) {
  test(`start refuses ${args.join(' ')} and prints its usage`, () => {
    assert.throws(
      () => readOptions(args),
      (error) => {
        assert.ok(error instanceof SetupFailure);
        assert.match(error.message, /--browser \| --desktop/);
        return true;
      },
    );
  });
}

test('the oldest VS Code is the one that package.json asks for', () => {
  assert.equal(codeServerRange('oldest', '^1.103.0'), '~4.103.0');
  assert.equal(codeServerRange('newest', '^1.103.0'), 'latest');
  assert.throws(() => codeServerRange('oldest', '*'), SetupFailure);
});

test('a missing program ends with 127, as in a shell', async () => {
  const { code } = await run('no-such-program-here', []);
  assert.equal(code, 127);
});

test('a failed program returns its exit code and both outputs', async () => {
  const { code, output } = await run(process.execPath, [
    '-e',
    'console.log("a"); console.error("b"); process.exit(3)',
  ]);
  assert.equal(code, 3);
  assert.deepEqual(output.trim().split('\n').toSorted(), ['a', 'b']);
});

test('an old Node prints one sentence and exits with 1', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cd-node-'));
  const script = `
    Object.defineProperty(process, 'versions', { value: { node: '18.20.4' } });
    const { whenNodeIsRecent } = await import(${JSON.stringify(path.join(root, '.scripts/setup/nodeVersion.mjs'))});
    whenNodeIsRecent(() => console.log('loaded'));`;
  const { code, output } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: dir });
  await rm(dir, { recursive: true });
  assert.equal(code, 1);
  assert.match(
    output,
    /^Cohort Deck needs Node 20 or newer, but this is Node 18\.20\.4\. Install a newer version/,
  );
  assert.equal(output.trim().split('\n').length, 1);
});
