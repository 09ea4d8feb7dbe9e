import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { startOwnSandbox, startSandbox } from '#sandbox/startSandbox.ts';
import { request } from './service.ts';
import type { Json } from './service.ts';
import { temporaryFolder } from '../../volatile.ts';

const workerUrl = new URL('../../../src/sandbox/sandboxWorker.ts', import.meta.url);

describe('the service in a thread', () => {
  const folder = temporaryFolder();

  it('answers until it is stopped, and keeps its data', async () => {
    const dataDir = join(folder, 'kept');
    const first = await startSandbox({ dataDir, workerUrl, key: 'phx_given' });
    assert.equal(first.key, 'phx_given');
    assert.deepEqual(
      first.projects.map(({ id }) => id),
      ['1', '2'],
    );
    await request(first, 'PATCH', 'cohorts/2/', { body: { name: 'kept' } });
    await first.stop();
    await assert.rejects(request(first, 'GET', 'cohorts/2/', {}), { code: 'ECONNREFUSED' });
    const second = await startSandbox({ dataDir, workerUrl });
    const cohort: Json = JSON.parse((await request(second, 'GET', 'cohorts/2/', {})).text);
    assert.equal(cohort.name, 'kept');
    await second.stop();
    await second.stop();
  });

  it('rejects with a message when its folder or port is in use, or its folder cannot be used', async () => {
    const dataDir = join(folder, 'taken');
    const running = await startSandbox({ dataDir, workerUrl });
    const port = Number(new URL(running.url).port);
    const file = join(folder, 'a file');
    await writeFile(file, '');
    await assert.rejects(
      startSandbox({ dataDir, workerUrl }),
      /^FolderInUse: The data folder .* is in use by another service/,
    );
    await assert.rejects(
      startSandbox({ dataDir: join(folder, 'port'), workerUrl, port }),
      /^Error: Port \d+ is in use/,
    );
    await assert.rejects(
      startSandbox({ dataDir: join(file, 'x'), workerUrl }),
      { message: /^Cannot write to the data folder/, code: /^ENO/ }, // the code is what a person gets in words
    );
    await assert.rejects(
      startSandbox({ dataDir: '/proc/no/such/folder', workerUrl }),
      /^Error: Cannot write to the data folder/,
    );
    assert.equal((await request(running, 'GET', '/api/projects/', {})).status, 200);
    await running.stop();
  });

  it('uses another folder while a window has the first one, and the first once it is free', async () => {
    const dataDir = join(folder, 'window');
    const first = await startOwnSandbox({ dataDir, workerUrl, key: 'phx_first' });
    const second = await startOwnSandbox({ dataDir, workerUrl }, { tries: 2, waitMs: 1 });
    assert.ok(existsSync(`${dataDir}-2`));
    assert.equal((await request(second, 'GET', 'cohorts/2/', {})).status, 200);
    await request(first, 'PATCH', 'cohorts/2/', { body: { name: 'of the first' } });
    const third = startOwnSandbox({ dataDir, workerUrl }, { tries: 1000, waitMs: 100 });
    await first.stop(); // while the third one waits for it
    const cohort: Json = JSON.parse((await request(await third, 'GET', 'cohorts/2/', {})).text);
    assert.equal(cohort.name, 'of the first');
    await Promise.all([second.stop(), (await third).stop()]);
  });

  it('rejects with a message when its program cannot run', async () => {
    const missing = pathToFileURL(join(folder, 'missing.js'));
    const broken = join(folder, 'broken.mjs');
    await writeFile(broken, 'throw new Error("no node:sqlite here");');
    const silent = join(folder, 'silent.mjs');
    await writeFile(silent, '');
    for (const url of [missing, pathToFileURL(broken), pathToFileURL(silent)]) {
      await assert.rejects(
        startSandbox({ dataDir: folder, workerUrl: url }),
        /^Error: The sample data could not start.* It requires Node 22\.15 or newer/,
      );
    }
  });
});
