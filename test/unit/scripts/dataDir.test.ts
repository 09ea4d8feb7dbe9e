import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { SetupFailure } from '../../../.scripts/setup/failure.mjs';
import { makeDataDir } from '../../../.scripts/start/dataDir.mjs';

describe('the folder of --data', () => {
  it('is created with its parents, and may exist', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const folder = path.join(root, 'a', 'b');
    makeDataDir(folder);
    makeDataDir(folder);
    assert.ok(existsSync(folder));
    await rm(root, { recursive: true });
  });

  it('that cannot be created ends with a sentence', async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
    const file = path.join(root, 'file');
    await writeFile(file, '');
    for (const folder of [file, path.join(file, 'below'), '/proc/no/such/folder']) {
      assert.throws(() => makeDataDir(folder), SetupFailure);
    }
    await rm(root, { recursive: true });
  });
});
