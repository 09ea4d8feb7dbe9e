// The Trash of several windows on a disk that cannot always be written.
import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import type { RecordRef } from '#model/records/recordRef.ts';
import { Trash } from '#model/records/trash.ts';
import { createFileMemory } from '#model/storage/memory.ts';
import { createFileLock } from '#model/storage/fileLock.ts';
import { temporaryFolder } from '../../../volatile.ts';

const refOf = (id: number): RecordRef => ({ connectionId: 'acme', projectId: '1', kind: 'cohort', id });
const names = (trash: Trash) => trash.all.map(({ name }) => name);

describe('the trash on a disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = temporaryFolder();
  });

  const file = () => path.join(folder, 'trash.json');
  /** As a window has it. */
  function open() {
    const failures: unknown[] = [];
    const keptAt: (string | undefined)[] = [];
    const unread: unknown[] = [];
    const trash = new Trash(
      createFileMemory(file(), (_, place) => keptAt.push(place)),
      {
        withLock: createFileLock(path.join(folder, 'locks'), assert.ifError),
        onNotKept: (error) => failures.push(error),
        onNotRead: (error) => unread.push(error),
      },
    );
    const add = (id: number) => trash.add({ ref: refOf(id), name: `Cohort ${id}`, deletedAt: id });
    return { trash, add, failures, keptAt, unread };
  }

  it('that could not be written for a while keeps what each window deleted in the meantime', async () => {
    const [one, other] = [open(), open()];
    await one.add(1);
    const part = `${file()}.${process.pid}`; // which a write begins with
    await mkdir(part);
    await one.add(2);
    await one.trash.remove(refOf(1));
    assert.equal(one.failures.length, 2);
    assert.deepEqual(names(one.trash), ['Cohort 2']);
    assert.deepEqual(names(open().trash), ['Cohort 1'], 'as it was');
    await rmdir(part);
    await other.add(3);
    await other.add(4);
    await one.add(5);
    assert.deepEqual(names(one.trash), ['Cohort 5', 'Cohort 2', 'Cohort 4', 'Cohort 3']);
    assert.deepEqual(names(open().trash), names(one.trash));
    await other.trash.remove(refOf(2));
    await one.add(6);
    assert.deepEqual(names(open().trash), ['Cohort 6', 'Cohort 5', 'Cohort 4', 'Cohort 3'], 'once only');
  });

  it('that cannot be read for a while loses nothing, and shows what is deleted in the meantime', async () => {
    const window = open();
    await window.add(1);
    const aside = path.join(folder, 'aside.json');
    await rename(file(), aside);
    await mkdir(file()); // which nothing reads as a file
    await window.add(2);
    assert.deepEqual([names(window.trash), window.failures.length], [['Cohort 2', 'Cohort 1'], 1]);
    const later = open();
    assert.deepEqual([names(later.trash), later.unread.length], [[], 1]);
    await rmdir(file());
    await rename(aside, file());
    await later.add(3);
    assert.deepEqual(names(later.trash), ['Cohort 3', 'Cohort 1']);
    await window.add(4);
    assert.deepEqual(names(open().trash), ['Cohort 4', 'Cohort 2', 'Cohort 3', 'Cohort 1']);
    assert.deepEqual([...window.keptAt, ...later.keptAt], []);
  });

  it('that is damaged twice keeps both files', async () => {
    const { add, keptAt } = open();
    for (const text of ['[1', '[2']) {
      await writeFile(file(), text);
      await add(1);
    }
    assert.deepEqual(await Promise.all(keptAt.map((place) => readFile(place ?? '', 'utf8'))), ['[1', '[2']);
  });
});
