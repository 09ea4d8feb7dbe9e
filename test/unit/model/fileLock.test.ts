import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFileLock } from '../../../src/model/fileLock.ts';

const lockModule = new URL('../../../src/model/fileLock.ts', import.meta.url).href;

describe('what windows do alone', () => {
  let folder = '';
  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'))));
  after(() => rm(folder, { recursive: true }));

  /** Another process, which runs `script` with `alone` and `folder`. */
  function start(script: string): ChildProcess {
    const code = `import { createFileLock } from ${JSON.stringify(lockModule)};
      import { readFile, writeFile } from 'node:fs/promises';
      const folder = ${JSON.stringify(folder)};
      const alone = createFileLock(folder + '/locks', (error) => { throw error; });
      ${script}`;
    const args = ['--input-type=module', '-e', code];
    return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  it('they do one after the other', async () => {
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

  it('one that was killed does not hold up', async () => {
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

  it('they do without a lock where there is no place for one, and say why', async () => {
    const place = path.join(folder, 'a file');
    await writeFile(place, '');
    const errors: unknown[] = [];
    const alone = createFileLock(path.join(place, 'locks'), (error) => errors.push(error));
    assert.equal(await alone('any', async () => 'done'), 'done');
    assert.equal(errors.length, 1);
  });

  it('that fails lets the next one go on', async () => {
    await mkdir(path.join(folder, 'locks'), { recursive: true });
    const alone = createFileLock(path.join(folder, 'locks'), assert.ifError);
    await assert.rejects(
      alone('fails', async () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(await alone('fails', async () => 'done'), 'done');
  });
});
