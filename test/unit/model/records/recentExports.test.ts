import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentExports } from '#model/records/recentExports.ts';
import { formatRecordRef, type RecordRef } from '#model/records/recordRef.ts';

const ref = (id: number): RecordRef => ({ connectionId: 'acme', projectId: '1', kind: 'cohort', id });

test('the exports of a cohort are listed newest first; entries of older versions belong to no cohort', async () => {
  let value: unknown;
  const exports = new RecentExports({ read: () => value, write: async (next) => void (value = next) });
  const entry = { name: 'A', rows: 1, bytes: 2, isComplete: true, exportedAt: 3 };
  await exports.add({ ...entry, path: '/old' });
  await exports.add({ ...entry, path: '/first', cohort: formatRecordRef(ref(7)) });
  await exports.add({ ...entry, path: '/other', cohort: formatRecordRef(ref(8)) });
  await exports.add({ ...entry, path: '/second', cohort: formatRecordRef(ref(7)) });
  assert.deepEqual(
    exports.of(ref(7)).map(({ path }) => path),
    ['/second', '/first'],
  );
  assert.equal(exports.all.length, 4);
});
