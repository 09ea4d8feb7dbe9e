import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { removeOldestFiles } from '#model/storage/removeOldFiles.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

describe('the oldest files of a folder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    for (const [at, name] of ['oldest', 'older', 'new', 'newest'].entries()) {
      await writeFile(path.join(folder, name), 'x'.repeat(10));
      await utimes(path.join(folder, name), at, at);
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('are removed until the others are small enough', async () => {
    assert.equal(await removeOldestFiles(folder, 25), 20);
    assert.deepEqual(await readdir(folder), ['new', 'newest']);
  });

  it(
    'count where they cannot be removed',
    { skip: process.platform === 'win32' && 'needs modes of files' },
    async () => {
      await chmod(folder, 0o555); // from which only root can remove a file
      if (isRoot) process.seteuid?.(nobody);
      try {
        assert.equal(await removeOldestFiles(folder, 25), 40);
      } finally {
        if (isRoot) process.seteuid?.(0);
        await chmod(folder, 0o755);
      }
    },
  );
});
