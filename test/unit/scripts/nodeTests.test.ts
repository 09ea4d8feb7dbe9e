import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { root } from '../../../.scripts/setup/paths.mjs';
import { finalFailure } from '../../../.scripts/stages/levels.mjs';
import { nodeTests } from '../../../.scripts/stages/nodeTests.mjs';

describe('a stage of tests with a second try', () => {
  let dir = '';
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'cohort-deck-stage-'));
  });
  beforeEach(async () => {
    await rm(path.join(dir, 'was-here'), { force: true });
    await writeTest('passes', '');
  });
  after(() => rm(dir, { recursive: true }));

  const writeTest = (name: string, body: string) =>
    writeFile(
      path.join(dir, `${name}.test.ts`),
      `import { existsSync, writeFileSync } from 'node:fs';
       import { test } from 'node:test';
       const isFirst = !existsSync('${dir}/was-here');
       test('it', () => { ${body} });`,
    );
  const runStage = async () => {
    const folder = path.relative(root, dir);
    const level = { folder, hasSecondTry: true, processes: 1 };
    // Node gives this to a file of tests; a run of tests in one would report to it.
    const stage = nodeTests('stage of a test', level, { NODE_TEST_CONTEXT: undefined });
    const { passed, failed, note } = await stage.run();
    return { passed, failed, note };
  };
  const failFirst = (message: string) =>
    `writeFileSync('${dir}/was-here', ''); if (isFirst) throw new Error('${message}');`;

  it('passes where the file passes then, and names it', async () => {
    await writeTest('other', failFirst('slow'));
    assert.deepEqual(await runStage(), { passed: 2, failed: 0, note: 'second try of other.test.ts' });
  });

  it('fails where the file fails again', async () => {
    await writeTest('other', "throw new Error('broken');");
    assert.deepEqual(await runStage(), { passed: 1, failed: 1, note: 'second try of other.test.ts' });
  });

  it('does not repeat a failure that says so, nor a crash', async () => {
    await writeTest('other', failFirst(`a key is in a log (${finalFailure})`));
    assert.deepEqual(await runStage(), { passed: 1, failed: 1, note: '' });
    await rm(path.join(dir, 'was-here'));
    await writeTest('other', "writeFileSync('" + dir + "/was-here', ''); if (isFirst) process.exit(1);");
    assert.equal((await runStage()).failed, 1);
  });
});
