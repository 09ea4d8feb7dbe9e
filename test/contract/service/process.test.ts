import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { faultKinds } from '#sandbox/http/faultTable.ts';
import { FolderInUse, openStore } from '#sandbox/store/openStore.ts';
import { end, endOf, kill, killAll, spawnService, startByNpm, startProcess } from './process.ts';
import { request } from './service.ts';
import type { Json } from './service.ts';
import { assertOwnOnly } from '../../assertOwnOnly.ts';
import { temporaryFolder } from '../../volatile.ts';

const onPosix = { skip: process.platform === 'win32' && 'needs signals of POSIX' };

describe('the service as a process', () => {
  const folder = temporaryFolder();
  after(async () => {
    killAll();
  });
  const small = ['--persons', '50', '--quiet'];

  it('prints one JSON object with url, key and projects as its first line, and answers from then on', async () => {
    const service = await startProcess('--data', join(folder, 'first'), ...small);
    assert.match(service.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.match(service.key, /^phx_\w{40,}$/);
    assert.equal(service.projects.length, 2);
    assert.equal((await request(service, 'GET', 'dashboards/', {})).status, 200);
    await end(service);
  });

  it('shares no memory with other processes, which a network drive cannot', async () => {
    const dataDir = join(folder, 'drive');
    await end(await startProcess('--data', dataDir, ...small));
    const service = await startProcess('--data', dataDir, ...small);
    assert.equal(
      (await request(service, 'PATCH', 'dashboards/1/', { body: { name: 'Written' } })).status,
      200,
    );
    const names = await readdir(dataDir);
    assert.ok(names.includes('service.sqlite-wal'), names.join());
    assert.ok(!names.includes('service.sqlite-shm'), names.join());
    await end(service);
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(
      `ends with code 0 on ${signal}, even while a request waits, and leaves one whole file`,
      onPosix,
      async () => {
        const dataDir = join(folder, signal);
        const service = await startProcess(
          '--data',
          dataDir,
          '--fault',
          'latency=99999;path=cohorts',
          ...small,
        );
        const waiting = request(service, 'GET', 'cohorts/', {});
        await request(service, 'GET', 'dashboards/', {});
        const [code] = await Promise.all([end(service, signal), assert.rejects(waiting)]);
        assert.equal(code, 0);
        assert.deepEqual((await readdir(dataDir)).toSorted(), ['service.lock', 'service.sqlite']);
      },
    );
  }

  it(
    'ends with the npm that started it, even where that is killed, and leaves its folder',
    onPosix,
    async () => {
      const dataDir = join(folder, 'npm');
      const service = await startByNpm('--data', dataDir, ...small);
      assert.equal((await request(service, 'GET', 'dashboards/', {})).status, 200);
      await kill(service);
      await untilFree(dataDir);
      await assert.rejects(request(service, 'GET', 'dashboards/', {}), { code: 'ECONNREFUSED' });
    },
  );

  it('keeps what was changed, and takes a new key each start unless one is given', async () => {
    const dataDir = join(folder, 'kept');
    const first = await startProcess('--data', dataDir, ...small);
    await request(first, 'PATCH', 'cohorts/1/', { body: { name: 'kept' } });
    await end(first);
    const second = await startProcess('--data', dataDir, ...small);
    assert.notEqual(second.key, first.key);
    assert.equal((await request({ ...second, key: first.key }, 'GET', 'cohorts/1/', {})).status, 401);
    const kept: Json = JSON.parse((await request(second, 'GET', 'cohorts/1/', {})).text);
    assert.equal(kept.name, 'kept');
    await end(second);
    const third = await startProcess('--data', dataDir, '--key', 'phx_given', ...small);
    assert.equal(third.key, 'phx_given');
    await end(third);
  });

  it('makes the data anew with --reset', async () => {
    const dataDir = join(folder, 'reset');
    const first = await startProcess('--data', dataDir, ...small);
    await request(first, 'PATCH', 'cohorts/1/', { body: { name: 'thrown away' } });
    await end(first);
    const second = await startProcess('--data', dataDir, '--reset', ...small);
    const anew: Json = JSON.parse((await request(second, 'GET', 'cohorts/1/', {})).text);
    assert.notEqual(anew.name, 'thrown away');
    await end(second);
  });

  it('keeps its data unreadable for other users of the machine', async () => {
    const dataDir = join(folder, 'private');
    await end(await startProcess('--data', dataDir, ...small));
    await assertOwnOnly(dataDir);
  });

  it('sets aside a file that is not of this version, and starts', async () => {
    const dataDir = join(folder, 'aside');
    await end(await startProcess('--data', dataDir, ...small));
    await writeFile(join(dataDir, 'service.sqlite'), 'not a database');
    const service = await startProcess('--data', dataDir, ...small);
    assert.equal((await request(service, 'GET', 'dashboards/', {})).status, 200);
    await end(service);
    assert.ok((await readdir(dataDir)).includes('service.old.sqlite'));
  });

  it('sets aside a file that is damaged inside, and starts', async () => {
    const dataDir = join(folder, 'damaged');
    await end(await startProcess('--data', dataDir, ...small));
    const file = join(dataDir, 'service.sqlite');
    const bytes = await readFile(file);
    bytes.fill(0x5a, 8192, 40_000); // its first page, with the tables' names, stays whole
    await writeFile(file, bytes);
    const service = await startProcess('--data', dataDir, ...small);
    assert.equal((await request(service, 'GET', 'dashboards/', {})).status, 200);
    await end(service);
    assert.ok((await readdir(dataDir)).includes('service.old.sqlite'));
  });

  const refuses = async (problem: RegExp, ...flags: string[]): Promise<void> => {
    const { code, stdout, stderr } = await endOf(spawnService(...small, ...flags));
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, problem);
    assert.equal(stderr.trim().split('\n').length, 1);
  };

  it('says in one line that its port is in use', async () => {
    const other = http.createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' ? String(address?.port) : '';
    try {
      await refuses(/^Port \d+ is in use\. /, '--data', join(folder, 'port'), '--port', port);
    } finally {
      other.close();
    }
  });

  it('says in one line that another service has its folder, and leaves that one alone', async () => {
    const dataDir = join(folder, 'locked');
    const first = await startProcess('--data', dataDir, ...small);
    await refuses(
      /^The data folder .*locked is in use by another service. Stop it, or give another one by --data\./,
      '--data',
      dataDir,
    );
    await refuses(/^The data folder .*locked is in use by another service\. /, '--data', dataDir, '--reset');
    assert.equal((await request(first, 'GET', 'dashboards/', {})).status, 200);
    await kill(first);
    await end(await startProcess('--data', dataDir, ...small));
  });

  it('says in one line that its folder cannot be used', async () => {
    const file = join(folder, 'a file');
    await writeFile(file, '');
    await refuses(/^Cannot write to the data folder /, '--data', join(file, 'below'));
    await refuses(/^Cannot write to the data folder /, '--data', file);
  });

  for (const [flags, problem] of [
    [['--port', 'many'], /^--port needs a whole number, not "many"/],
    [['--port', '99999'], /^--port must be at most 65535, not 99999/],
    [['--port'], /'--port <value>' argument missing\. See --help for the options\./],
    [['--persons', '-1'], /See --help for the options\./],
    [['--key', ''], /^--key needs plain letters/],
    [['--key', 'ключ'], /^--key needs plain letters/],
    [['--data', ''], /^--data needs a value/],
    [['--nonsense'], /^Unknown option '--nonsense'\. See --help for the options\./],
    [['--fault', 'nonsense'], /nonsense/],
    [['--habit', 'biting'], /^--habit must be one of reorderedKeys, .*, not biting\./],
    [['stray'], /^Unexpected argument 'stray'\. See --help for the options\./],
  ] as const) {
    it(`says in one line what is wrong with ${JSON.stringify(flags)}, and makes no data`, async () => {
      const dataDir = join(folder, 'flags');
      await refuses(problem, '--data', dataDir, ...flags);
      await assert.rejects(stat(dataDir), { code: 'ENOENT' });
    });
  }

  it('explains itself and its faults with --help', async () => {
    const { code, stdout } = await endOf(spawnService('--help'));
    assert.equal(code, 0);
    for (const word of [
      '--port',
      '--data',
      '--reset',
      '--persons',
      'x-sandbox-fault',
      ...faultKinds.keys(),
    ]) {
      assert.ok(stdout.includes(word), word);
    }
  });
});

/** Waits until no service holds the folder. */
async function untilFree(dataDir: string): Promise<void> {
  for (;;) {
    try {
      const store = openStore(dataDir, false, () => undefined);
      return store.close();
    } catch (error) {
      assert.ok(error instanceof FolderInUse, String(error));
    }
    await setTimeout(50);
  }
}
