import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentExports } from '#model/records/persons/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';
import { createMemory } from '../../../../stored.ts';

const ref = (id: number): RecordRef => ({ connectionId: 'acme', projectId: '1', kind: 'cohort', id });

test('the exports of a cohort are listed newest first', async () => {
  const exports = new RecentExports(createMemory());
  const entry = { name: 'A', rows: 1, bytes: 2, isComplete: true, holdsPersons: true, exportedAt: 3 };
  await exports.add({ ...entry, path: '/first', cohort: formatRecordRef(ref(7)) });
  await exports.add({ ...entry, path: '/other', cohort: formatRecordRef(ref(8)) });
  await exports.add({ ...entry, path: '/second', cohort: formatRecordRef(ref(7)) });
  assert.deepEqual(
    exports.of(ref(7)).map(({ path }) => path),
    ['/second', '/first'],
  );
  assert.equal(exports.all.length, 3);
});

test('only exports that hold persons, and whose files are still there, can be compared', async () => {
  const exports = new RecentExports(createMemory());
  const cohort = formatRecordRef(ref(7));
  const path = import.meta.filename;
  const entry = { rows: 1, bytes: 2, isComplete: true, exportedAt: 3, cohort, path };
  await exports.add({ ...entry, name: 'persons', holdsPersons: true });
  await exports.add({ ...entry, name: 'as it came', holdsPersons: false });
  await exports.add({ ...entry, name: 'gone', holdsPersons: true, path: '/gone' });
  assert.deepEqual(
    (await exports.comparable(ref(7))).map(({ name }) => name),
    ['persons'],
  );
  assert.equal((await exports.existing(ref(7))).length, 2);
});
