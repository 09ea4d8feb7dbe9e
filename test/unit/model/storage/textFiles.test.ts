import assert from 'node:assert/strict';
import { chmod, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { createFileMemory } from '#model/storage/memory.ts';
import { createTextFiles, removeOldestFiles } from '#model/storage/textFiles.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { temporaryFolder } from '../../../volatile.ts';

describe('on disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = path.join(temporaryFolder(), 'bases');
  });

  it('a text is readable in the next session, byte for byte, by the owner only', async () => {
    const text = '{"a": 12345678901234567890, "b": "\\ud800 é 😀"}';
    const name = await createTextFiles(folder, Date.now).keep(text);
    const [file = ''] = await readdir(folder);
    await assertOwnOnly(path.join(folder, file));
    assert.equal(await createTextFiles(folder, Date.now).read(name), text);
  });

  it('one text that many documents keep at the same time is kept', async () => {
    const texts = createTextFiles(folder, Date.now);
    const names = await Promise.all(Array.from({ length: 8 }, async () => texts.keep('{"a": 1}')));
    assert.equal(new Set(names).size, 1);
    assert.deepEqual(await readdir(folder), [`${names[0]}.json`]);
  });

  it('a damaged text is undefined', async () => {
    const texts = createTextFiles(folder, Date.now);
    const name = await texts.keep('{"a": 1}');
    const [file = ''] = await readdir(folder);
    await writeFile(path.join(folder, file), '{"a": 2}');
    assert.equal(await texts.read(name), undefined);
  });

  it('texts unused for a month are removed, used ones stay', async () => {
    const texts = createTextFiles(folder, Date.now);
    const [old, used] = [await texts.keep('{"old": 1}'), await texts.keep('{"used": 1}')];
    const longAgo = Date.now() / 1000 - 31 * 24 * 60 * 60;
    for (const file of await readdir(folder)) await utimes(path.join(folder, file), longAgo, longAgo);
    await texts.keep('{"used": 1}');
    const later = createTextFiles(folder, Date.now);
    await later.keep('{"new": 1}');
    assert.deepEqual([await later.read(old), await later.read(used)], [undefined, '{"used": 1}']);
  });

  it('a value is the last one written, also by overlapping writes', async () => {
    const memory = createFileMemory(path.join(folder, 'value.json'));
    assert.equal(memory.read(), undefined);
    await Promise.all([1, 2, 3].map((value) => memory.write([value])));
    assert.deepEqual(createFileMemory(path.join(folder, 'value.json')).read(), [3]);
    assert.deepEqual(await readdir(folder), ['value.json']);
  });
});

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

describe('the oldest files of a folder', () => {
  let folder = '';
  beforeEach(async () => {
    folder = temporaryFolder();
    for (const [at, name] of ['oldest', 'older', 'new', 'newest'].entries()) {
      await writeFile(path.join(folder, name), 'x'.repeat(10));
      await utimes(path.join(folder, name), at, at);
    }
  });

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
