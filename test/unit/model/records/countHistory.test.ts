import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { cohortSchema } from '#api/responseSchemas.ts';
import { CountHistory } from '#model/records/countHistory.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { assertOwnOnly } from '../../../assertOwnOnly.ts';
import { eventually } from '../../../ui/driver/eventually.ts';
import { temporaryFolder } from '../../../volatile.ts';

const ref: RecordRef = { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 7 };
const dayMs = 86_400_000;
const start = Date.parse('2026-11-01T12:00:00Z');

describe('the counts of a cohort', () => {
  let folder = '';
  let clock = start;
  let keepDays = 30;
  let errors: unknown[] = [];
  let keptAside: (string | undefined)[] = [];
  let address: string | undefined;
  const open = () =>
    new CountHistory({
      folder,
      addressOf: () => address,
      keepDays: () => keepDays,
      now: () => clock,
      onStorageError: (error) => errors.push(error),
      onDamaged: (_error, keptAt) => keptAside.push(keptAt),
    });
  const cohort = (fields: object) => cohortSchema.parse({ id: 7, count: 10, ...fields });
  const calculated = (at: string, count: number) => cohort({ last_calculation: at, count });

  beforeEach(() => {
    folder = path.join(temporaryFolder(), 'counts');
    clock = start;
    keepDays = 30;
    errors = [];
    keptAside = [];
    address = undefined;
  });
  afterEach(() => {
    assert.deepEqual(errors, []);
  });

  async function fileOfCounts(): Promise<string> {
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.json'));
    return path.join(folder, name);
  }

  it('are those of the address that its connection has', async () => {
    const counts = () =>
      open()
        .of(ref)
        .map(({ count }) => count);
    address = 'https://old.example';
    await open().add(ref, calculated('2026-10-31T10:00:00Z', 2));
    address = 'https://new.example';
    assert.deepEqual(counts(), []);
    await open().add(ref, calculated('2026-11-01T10:00:00Z', 3));
    assert.deepEqual(counts(), [3]);
    address = 'https://old.example';
    assert.deepEqual(counts(), [2]);
  });

  it('that were kept before addresses were are there', async () => {
    await open().add(ref, calculated('2026-10-30T10:00:00Z', 1));
    address = 'https://old.example';
    assert.deepEqual(
      open()
        .of(ref)
        .map(({ count }) => count),
      [1],
    );
  });

  it('of a static cohort follow its persons, who change without a calculation', async () => {
    const history = open();
    const fields = { is_static: true, last_calculation: '2026-11-01T10:00:00Z' };
    for (const count of [126, 562, 562, 126]) {
      await history.add(ref, cohort({ ...fields, count }));
      clock += 1000;
    }
    assert.deepEqual(
      history.of(ref).map(({ count }) => count),
      [126, 562, 126],
    );
  });

  it('are kept once for each calculation, oldest first, also for the next window', async () => {
    const history = open();
    await history.add(ref, calculated('2026-11-01T10:00:00Z', 10));
    await history.add(ref, calculated('2026-11-01T10:00:00Z', 10));
    await history.add(ref, calculated('2026-11-01T11:00:00Z', 12));
    await history.add(ref, calculated('2026-11-01T09:00:00Z', 9)); // an answer that came late
    assert.deepEqual(open().of(ref), [
      { at: Date.parse('2026-11-01T10:00:00Z'), count: 10 },
      { at: Date.parse('2026-11-01T11:00:00Z'), count: 12 },
    ]);
    assert.deepEqual(open().of({ ...ref, id: 8 }), []);
  });

  it('without a date are kept when they differ', async () => {
    const history = open();
    for (const count of [3, 3, 4]) {
      clock += 1000;
      await history.add(ref, cohort({ count }));
    }
    assert.deepEqual(history.of(ref), [
      { at: start + 1000, count: 3 },
      { at: start + 3000, count: 4 },
    ]);
  });

  it('leave out counts that are not up to date', async () => {
    const history = open();
    for (const fields of [{ count: null }, { count: -1 }, { is_calculating: true }, { deleted: true }])
      await history.add(ref, cohort(fields));
    assert.deepEqual(history.of(ref), []);
  });

  it('are bounded, in a file that is readable by the owner only', async () => {
    const history = open();
    for (let count = 0; count < 205; count++) await history.add(ref, cohort({ count }));
    assert.equal(history.of(ref).length, 200);
    assert.equal(history.of(ref).at(-1)?.count, 204);
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    await assertOwnOnly(path.join(folder, file));
  });

  it('are dropped after the days that the history is kept, and not kept at all for 0 days', async () => {
    const history = open();
    await history.add(ref, cohort({}));
    clock += 31 * dayMs;
    assert.deepEqual(history.of(ref), []);
    keepDays = 0;
    await history.add({ ...ref, id: 9 }, cohort({}));
    keepDays = 30;
    assert.deepEqual(history.of({ ...ref, id: 9 }), []);
  });

  it('are removed from the disk by the next window once they are too old, even if none are kept any more', async () => {
    const files = async () => (await readdir(folder)).filter((name) => name.endsWith('.json'));
    clock = Date.now();
    await open().add(ref, cohort({}));
    await open().add({ ...ref, id: 8 }, cohort({}));
    assert.equal((await files()).length, 2); // new ones stay
    clock += dayMs;
    keepDays = 0;
    open();
    await eventually('the files to be removed', async () => (await files()).length === 0);
  });

  it('are not overwritten where their file cannot be read', async () => {
    const history = open();
    await history.add(ref, cohort({ count: 1 }));
    const file = await fileOfCounts();
    await rename(file, `${file}.moved`);
    await mkdir(file); // which cannot be read as a file
    await assert.rejects(history.add(ref, cohort({ count: 2 })), { code: 'EISDIR' });
    assert.deepEqual(history.of(ref), []);
    assert.equal(errors.splice(0).length, 1);
    await rmdir(file);
    await rename(`${file}.moved`, file);
    await history.add(ref, cohort({ count: 2 }));
    assert.deepEqual(
      history.of(ref).map(({ count }) => count),
      [1, 2],
    );
    assert.deepEqual(keptAside, []);
  });

  it('are kept aside where their file is damaged', async () => {
    const history = open();
    await history.add(ref, cohort({ count: 1 }));
    const file = await fileOfCounts();
    await writeFile(file, '[{"at": 1');
    await history.add(ref, cohort({ count: 2 }));
    assert.deepEqual(
      history.of(ref).map(({ count }) => count),
      [2],
    );
    assert.deepEqual(keptAside, [`${file}.damaged`]);
    assert.equal(await readFile(`${file}.damaged`, 'utf8'), '[{"at": 1');
  });

  it('of two windows end up in one file', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([
      one.add(ref, calculated('2026-11-01T10:00:00Z', 1)),
      other.add(ref, calculated('2026-11-01T10:00:00Z', 1)),
    ]);
    assert.equal(one.of(ref).length, 1);
  });
});
