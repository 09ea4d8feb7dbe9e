import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { node24, root } from '../../../.scripts/processes.ts';
import { announcing, nodeTests, runJobs } from '../../../.scripts/nodeTests.ts';
import { tableOfTimes } from '../../../.scripts/stage.ts';
import { temporaryFolder } from '../../volatile.ts';

describe('a stage of tests', () => {
  const dir = temporaryFolder();

  const writeTest = (name: string, body: string) =>
    writeFile(
      path.join(dir, `${name}.test.ts`),
      `import { test } from 'node:test';\ntest('it ${name}', async () => { ${body} });`,
    );
  // Node gives this to a file of tests; a run of tests in one would report to it.
  const env = { NODE_TEST_CONTEXT: undefined };
  const runStage = () =>
    nodeTests('stage of a test', { folder: path.relative(root, dir), processes: 1 }, env).run();

  it('counts what passed and failed, and shows only what failed', async () => {
    await writeTest('passes', '');
    await writeTest('fails', "throw new Error('broken');");
    const { passed, failed, output } = await runStage();
    assert.deepEqual([passed, failed], [1, 1]);
    assert.match(output, /✖ it fails/);
    assert.match(output, /broken/);
    assert.doesNotMatch(output, /it passes|"running"|"counts"/);
  });

  it('fails if a process ends before its tests', async () => {
    await writeTest('fails', 'process.exit(1);');
    assert.equal((await runStage()).failed, 1);
  });

  it('measures the time of each file', async () => {
    await writeTest('fails', 'while (process.cpuUsage().user < 2_500_000);'); // also if it gets few turns
    const { times = [] } = await runStage();
    const slow = times.find(({ name }) => name === 'fails');
    assert.ok((slow?.wallMs ?? 0) > 1000, JSON.stringify(times));
    // Counted each second, and not to the end of the process.
    if (process.platform === 'linux') assert.ok((slow?.processorMs ?? 0) > 500, JSON.stringify(times));
    assert.match(
      tableOfTimes([{ name: 'stage', passed: 2, failed: 0, output: '', times }]),
      /stage: fails +\d+\.\d s +\d/,
    );
  });

  it('ends a process that prints nothing, and names the test that was running', async () => {
    const keep = "process.on('SIGUSR2', () => { console.log('kept a picture'); process.exit(); });";
    await writeTest('hangs', `${keep} await new Promise((resolve) => setTimeout(resolve, 1e8));`);
    const args = ['--test', '--test-isolation=none', ...announcing];
    const job = {
      name: 'job',
      program: node24,
      args: [...args, path.join(dir, 'hangs.test.ts')],
      silenceMs: 12_000, // on a slow machine Node takes seconds to start
    };
    const { passed, failed, output } = await runJobs('hang of a test', [
      { ...job, env: { ...process.env, ...env } },
    ]);
    assert.deepEqual([passed, failed], [0, 1]);
    assert.match(output, /Nothing was printed for 0.2 minutes while “it hangs” of hangs was running/);
    assert.match(output, /kept a picture/);
  });
});
