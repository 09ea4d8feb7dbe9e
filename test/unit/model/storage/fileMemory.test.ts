import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFileMemory } from '#model/storage/fileMemory.ts';
import { Trash } from '#model/records/trash.ts';

describe('a value in a file', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'cohort-deck-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

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

  it('is not lost for this window where it could not be saved', async () => {
    const memory = createFileMemory(path.join(folder, 'shared.json', 'below a file.json'));
    await assert.rejects(memory.write('kept'), { code: 'EEXIST' });
    assert.equal(memory.read(), 'kept');
  });
});
