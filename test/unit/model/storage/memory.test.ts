import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createFileMemory } from '#model/storage/memory.ts';
import { Trash } from '#model/records/trash.ts';
import { temporaryFolder } from '../../../volatile.ts';

describe('a value in a file', () => {
  const folder = temporaryFolder();

  it('keeps each of several changes that are made at once', async () => {
    const file = path.join(folder, 'trash.json');
    const trash = new Trash(createFileMemory(file));
    const ids = Array.from({ length: 12 }, (_, index) => index + 1);
    const add = (id: number) =>
      trash.add({
        ref: { connectionId: 'acme', projectId: '1', kind: 'cohort', id },
        name: `Cohort ${id}`,
        deletedAt: id,
      });
    await Promise.all(ids.map(add));
    const kept = new Trash(createFileMemory(file)).all.map(({ ref }) => ref.id);
    assert.deepEqual(kept, ids.toReversed());
  });

  it('is read from the file once it is saved, where another window may have changed it', async () => {
    const file = path.join(folder, 'shared.json');
    const [one, other] = [createFileMemory(file), createFileMemory(file)];
    await one.write(1);
    await other.write(2);
    assert.equal(one.read(), 2);
  });

  it('is kept aside where the file is damaged, so that the next write does not overwrite it', async () => {
    const file = path.join(folder, 'damaged.json');
    await writeFile(file, '[1, 2');
    const kept: (string | undefined)[] = [];
    const memory = createFileMemory(file, (_error, keptAt) => kept.push(keptAt));
    assert.equal(memory.read(), undefined);
    await memory.write([3]);
    assert.deepEqual(kept, [`${file}.damaged`]);
    assert.equal(await readFile(`${file}.damaged`, 'utf8'), '[1, 2');
    assert.deepEqual(memory.read(), [3]);
  });

  it('is kept aside each time it is damaged, and no copy replaces another', async () => {
    const file = path.join(folder, 'damaged again.json');
    const kept: (string | undefined)[] = [];
    const memory = createFileMemory(file, (_error, keptAt) => kept.push(keptAt));
    for (const text of ['[1', '[2', '[3']) {
      await writeFile(file, text);
      assert.equal(memory.read(), undefined);
    }
    assert.deepEqual(kept, [`${file}.damaged`, `${file}.damaged-2`, `${file}.damaged-3`]);
    const texts = await Promise.all(kept.map((one) => readFile(one ?? '', 'utf8')));
    assert.deepEqual(texts, ['[1', '[2', '[3']);
  });

  it('is not damaged where its file cannot be read: it stays where it is, and the error is thrown', async () => {
    const file = path.join(folder, 'a folder.json');
    await mkdir(file);
    for (const memory of [createFileMemory(file, assert.ifError), createFileMemory(file)])
      assert.throws(() => memory.read(), { code: 'EISDIR' });
    assert.ok((await stat(file)).isDirectory());
  });

  it('is not damaged where there is no file yet', () => {
    assert.equal(createFileMemory(path.join(folder, 'new.json'), assert.ifError).read(), undefined);
  });
});
