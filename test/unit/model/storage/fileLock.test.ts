import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFileLock } from '#model/storage/fileLock.ts';
import { hashText } from '#model/storage/hashText.ts';

const lockModule = new URL('../../../../src/model/storage/fileLock.ts', import.meta.url).href;

describe('a file lock between windows', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'))));
  after(() => rm(folder, { recursive: true }));

  /** Another process, which runs `script` with `alone` and `folder`. */
  function start(script: string): ChildProcess {
    const code = `import { createFileLock } from ${JSON.stringify(lockModule)};
      import { readFile, rm, writeFile } from 'node:fs/promises';
      const folder = ${JSON.stringify(folder)};
      const alone = createFileLock(folder + '/locks', (error) => { throw error; });
      ${script}`;
    const args = ['--input-type=module', '-e', code];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  const fileOf = (name: string): string => path.join(folder, 'locks', `${hashText(name).slice(0, 32)}.lock`);

  it('lets tasks run one after the other', async () => {
    const counter = path.join(folder, 'counter');
    await writeFile(counter, '0');
    const count = `for (let i = 0; i < 40; i++) await alone('count', async () => {
      await writeFile(folder + '/counter', String(Number(await readFile(folder + '/counter', 'utf8')) + 1));
    });`;
    const ends = await Promise.all([1, 2, 3].map(() => once(start(count), 'exit')));
    assert.deepEqual(
      ends,
      Array.from({ length: 3 }, () => [0, null]),
    );
    assert.equal(await readFile(counter, 'utf8'), '120');
    assert.deepEqual(await readdir(path.join(folder, 'locks')), []);
  });

  it('is released by a killed process', async () => {
    const killed = start(`await alone('killed', async () => {
      console.log('inside');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });`);
    assert.ok(killed.stdout);
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const alone = createFileLock(path.join(folder, 'locks'), assert.ifError);
    assert.equal(await alone('killed', async () => 'done'), 'done');
  });

  it('lets tasks run one after the other when all find a stale lock', async () => {
    const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(ended, 'exit');
    const rounds = Array.from({ length: 24 }, (_, round) => `round ${round}`);
    await mkdir(path.join(folder, 'locks'), { recursive: true });
    for (const round of rounds) await writeFile(fileOf(round), String(ended.pid));
    const enter = `for (const round of ${JSON.stringify(rounds)}) await Promise.all(Array.from({ length: 3 }, () =>
      alone(round, async () => {
        await writeFile(folder + '/' + round, '', { flag: 'wx' }); // fails where another one is inside
        await new Promise((resolve) => setTimeout(resolve, 1));
        await rm(folder + '/' + round);
      })));`;
    const ends = await Promise.all([1, 2, 3, 4].map(() => once(start(enter), 'exit')));
    assert.deepEqual(
      ends,
      Array.from({ length: 4 }, () => [0, null]),
    );
    assert.deepEqual(await readdir(path.join(folder, 'locks')), []);
  });

  it('is not released by a window that lost it', async () => {
    const alone = createFileLock(path.join(folder, 'locks'), assert.ifError);
    const theirs = `${process.pid} another’s`;
    await alone('long', async () => writeFile(fileOf('long'), theirs));
    assert.equal(await readFile(fileOf('long'), 'utf8'), theirs);
    await rm(fileOf('long'));
  });

  it('runs the task without a lock where none can be created, and reports why', async () => {
    const place = path.join(folder, 'a file');
    await writeFile(place, '');
    const errors: unknown[] = [];
    const alone = createFileLock(path.join(place, 'locks'), (error) => errors.push(error));
    assert.equal(await alone('any', async () => 'done'), 'done');
    assert.equal(errors.length, 1);
  });

  it('is released after a failed task', async () => {
    await mkdir(path.join(folder, 'locks'), { recursive: true });
    const alone = createFileLock(path.join(folder, 'locks'), assert.ifError);
    await assert.rejects(
      alone('fails', async () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await alone('fails', async () => 'done'), 'done');
  });
});
