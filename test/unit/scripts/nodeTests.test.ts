import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../../../.scripts/setup/paths.mjs';
import { nodeTests } from '../../../.scripts/stages/nodeTests.mjs';

describe('a stage of tests', () => {
  let dir = '';
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-stage-'));
    await writeTest('passes', '');
  });
  after(() => rm(dir, { recursive: true }));

  const writeTest = (name: string, body: string) =>
    writeFile(
      path.join(dir, `${name}.test.ts`),
      `import { test } from 'node:test'; test('it', () => { ${body} });`,
    );
  const runStage = async () => {
    const level = { folder: path.relative(root, dir), processes: 2 };
    // Node gives this to a file of tests; a run of tests in one would report to it.
    const { passed, failed, output } = await nodeTests('stage of a test', level, {
      NODE_TEST_CONTEXT: undefined,
    }).run();
    return { passed, failed, output };
  };

  it('adds up what passes and fails in its processes, and prints what failed', async () => {
    await writeTest('other', "throw new Error('broken');");
    const { output, ...counts } = await runStage();
    assert.deepEqual(counts, { passed: 1, failed: 1 });
    assert.match(output ?? '', /Error: broken/);
    assert.doesNotMatch(output ?? '', /✔/);
  });

  it('has failed where a process crashes', async () => {
    await writeTest('other', 'process.exit(1);');
    assert.equal((await runStage()).failed, 1);
  });
});
