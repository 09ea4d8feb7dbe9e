import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { createFileLock, type LockNotFree, LockWait } from '#model/storage/fileLock.ts';
import { hashText } from '#model/storage/memory.ts';
import { temporaryFolder } from '../../../volatile.ts';

/** No process has this id: another one could have that of a process that has ended. */
const nobody = 2 ** 30;
const onPosix = { skip: process.platform === 'win32' && 'needs modes of files' };
const lockModule = new URL('../../../../src/model/storage/fileLock.ts', import.meta.url).href;

describe('a file lock between windows', () => {
  const folder = temporaryFolder();

  const running = new Set<ChildProcess>();
  // One that a failed test left behind would keep this process, too.
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  /** Another process, which runs `script` with `alone` and `folder`, at most as long as the test. */
  function start(script: string): ChildProcess {
    const code = `import { createFileLock } from ${JSON.stringify(lockModule)};
      import { readFile, rm, writeFile } from 'node:fs/promises';
      const folder = ${JSON.stringify(folder)};
      const alone = createFileLock(folder + '/locks', (error) => { throw error; });
      ${script}`;
    const args = ['--input-type=module', '-e', code];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
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

  it('measures the age of a lock without text from when it was first seen', () => {
    const wait = new LockWait('new', undefined, 1000);
    assert.equal(wait.ageOf('', Date.now() + 60_000), 0);
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
    const rounds = Array.from({ length: 24 }, (_, round) => `round ${round}`);
    await mkdir(path.join(folder, 'locks'), { recursive: true });
    for (const round of rounds) await writeFile(fileOf(round), String(nobody));
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

  describe('that another window holds', () => {
    /** Holds the lock `name` as the window “reports” until it is killed. */
    async function holdElsewhere(name: string): Promise<ChildProcess> {
      const own = `{ ownName: () => 'reports', show: () => ({ dispose() {} }), maxMs: () => 60_000 }`;
      const child = start(`await createFileLock(folder + '/locks', (error) => { throw error; }, ${own})(
        ${JSON.stringify(name)},
        async () => { console.log('inside'); await new Promise((resolve) => setTimeout(resolve, 600_000)); },
      );`);
      assert.ok(child.stdout);
      await once(child.stdout, 'data');
      return child;
    }

    /** @param onShow what the person does when the wait is shown */
    function waitingFor(name: string, maxMs: () => number, onShow: (cancel: () => void) => void) {
      const seen: string[] = [];
      const locked = createFileLock(path.join(folder, 'locks'), assert.ifError, {
        ownName: () => 'mine',
        maxMs,
        showAfterMs: 50,
        show(lock, holder, cancel) {
          seen.push(`${lock} held by ${holder}`);
          onShow(cancel);
          return { dispose: () => seen.push('hidden') };
        },
      });
      const run = locked(name, async () => {
        seen.push('ran');
      });
      return { run, seen };
    }

    it('is waited for with its name, and the person can cancel', async () => {
      await holdElsewhere('cancelled');
      const { run, seen } = waitingFor(
        'cancelled',
        () => Infinity,
        (cancel) => cancel(),
      );
      await assert.rejects(run, { name: 'LockNotFree', reason: 'cancelled' });
      assert.deepEqual(seen, ['cancelled held by reports', 'hidden']);
    });

    it('is waited for no longer than the deadline of a request', async () => {
      await holdElsewhere('late');
      let maxMs = Infinity;
      const { run, seen } = waitingFor(
        'late',
        () => maxMs,
        () => (maxMs = 0),
      );
      await assert.rejects(run, { name: 'LockNotFree', reason: 'late' });
      assert.deepEqual(seen, ['late held by reports', 'hidden']);
    });

    it('is taken once that window ends', async () => {
      const holder = await holdElsewhere('ended');
      const { run, seen } = waitingFor(
        'ended',
        () => Infinity,
        () => holder.kill('SIGKILL'),
      );
      await run;
      assert.deepEqual(seen, ['ended held by reports', 'hidden', 'ran']);
    });

    /** It is held as long as somebody can wait for it. */
    async function assertHeld(name: string): Promise<void> {
      const { run } = waitingFor(
        name,
        () => Infinity,
        (cancel) => cancel(),
      );
      await assert.rejects(run, { name: 'LockNotFree', reason: 'cancelled' });
    }

    it('is not judged by any clock: that of a share may be hours behind', async () => {
      await holdElsewhere('skewed');
      const hoursAgo = Date.now() / 1000 - 7200;
      await utimes(fileOf('skewed'), hoursAgo, hoursAgo);
      await assertHeld('skewed');
    });

    it('is taken over after its time, also where no wait is as long', async (test) => {
      await holdElsewhere('hung for long');
      let nowMs = 0;
      test.mock.method(performance, 'now', () => nowMs);
      const maxMs = () => {
        nowMs += 101;
        return 100;
      };
      const waiting = { ownName: () => '', maxMs, show: () => ({ dispose: () => undefined }) };
      const alone = createFileLock(path.join(folder, 'locks'), assert.ifError, waiting, 500);
      const outcomes: string[] = [];
      const attempt = async () => alone('hung for long', async () => 'done');
      while (outcomes.at(-1) !== 'done')
        outcomes.push(await attempt().catch(({ reason }: LockNotFree) => reason));
      assert.deepEqual(outcomes, ['late', 'late', 'done']);
    });

    it('is not judged by the processes of this machine if it is of another one', async () => {
      await mkdir(path.join(folder, 'locks'), { recursive: true });
      await writeFile(fileOf('elsewhere'), `${nobody} 00000000.some-id reports`);
      await assertHeld('elsewhere');
      await rm(fileOf('elsewhere'));
    });

    it('is held while it cannot be read', onPosix, async () => {
      await mkdir(path.join(folder, 'locks'), { recursive: true });
      await chmod(folder, 0o755);
      await chmod(path.join(folder, 'locks'), 0o777);
      await writeFile(fileOf('unread'), `${nobody}`, { mode: 0 });
      const waiting = `{ ownName: () => '', maxMs: () => 600_000, showAfterMs: 50,
        show: (name, holder, cancel) => (cancel(), { dispose() {} }) }`;
      const child = start(`if (process.getuid?.() === 0) process.setuid(65534);
        const reasons = [];
        const locked = createFileLock(folder + '/locks', ({ code }) => reasons.push(code), ${waiting});
        console.log(await locked('unread', async () => 'ran').catch(({ reason }) => reason), reasons.join());`);
      assert.ok(child.stdout);
      assert.equal(String(await once(child.stdout, 'data')), 'cancelled \n');
      await rm(fileOf('unread'));
    });

    it('is taken over after its time, even where the clock was set back meanwhile', async () => {
      await holdElsewhere('hung');
      const inAnHour = Date.now() / 1000 + 3600;
      await utimes(fileOf('hung'), inAnHour, inAnHour);
      const alone = createFileLock(path.join(folder, 'locks'), assert.ifError, undefined, 200);
      assert.equal(await alone('hung', async () => 'done'), 'done');
    });
  });

  describe('that a person sees the wait for', () => {
    const maxHeldMs = 60_000;
    beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
    afterEach(() => mock.timers.reset());

    const visible = (onShow: () => void) =>
      createFileLock(
        path.join(folder, 'locks'),
        assert.ifError,
        {
          ownName: () => 'reports',
          maxMs: () => Infinity,
          showAfterMs: 50,
          show() {
            onShow();
            return { dispose: () => undefined };
          },
        },
        maxHeldMs,
      );
    const age = (name: string) => utimes(fileOf(name), 1, 1);
    const isAged = async (name: string) => (await stat(fileOf(name))).mtimeMs === 1000;
    const untilRenewed = async (name: string) => {
      while (await isAged(name));
    };

    it('is kept for as long as its task runs', async () => {
      const done = Promise.withResolvers<void>();
      const locked = visible(done.resolve);
      const seen: string[] = [];
      const inside = Promise.withResolvers<void>();
      const first = locked('slow', async () => {
        inside.resolve();
        await done.promise;
        seen.push('first');
      });
      await inside.promise;
      await age('slow');
      mock.timers.tick(maxHeldMs / 4);
      await untilRenewed('slow');
      const second = locked('slow', async () => {
        seen.push('second');
        done.resolve();
      });
      await Promise.all([first, second]);
      assert.deepEqual(seen, ['first', 'second']);
    });

    it('is not renewed by a window that lost it', async () => {
      const locked = visible(() => assert.fail('nobody waits'));
      await locked('lost', async () =>
        locked('kept', async () => {
          await writeFile(fileOf('lost'), `${process.pid} another’s`);
          await age('lost');
          for (let round = 0; round < 3; round++) {
            await age('kept');
            mock.timers.tick(maxHeldMs / 4);
            await untilRenewed('kept'); // after the other one would have been
          }
          assert.ok(await isAged('lost'));
        }),
      );
      await rm(fileOf('lost'));
    });
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
    const failed: string[] = [];
    const alone = createFileLock(path.join(place, 'locks'), (_, step) => failed.push(step));
    assert.equal(await alone('any', async () => 'done'), 'done');
    assert.deepEqual(failed, ['take']);
  });

  it('runs the task without a lock in a folder that may not be written', onPosix, async () => {
    const place = path.join(folder, 'closed');
    await mkdir(place, { mode: 0o555 });
    await chmod(folder, 0o755);
    const child = start(`if (process.getuid?.() === 0) process.seteuid(65534);
      const reasons = [];
      const unlocked = createFileLock(folder + '/closed', ({ code }) => reasons.push(code));
      console.log(await unlocked('any', async () => 'done'), reasons.join());`);
    assert.ok(child.stdout);
    assert.equal(String(await once(child.stdout, 'data')), 'done EACCES\n');
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
