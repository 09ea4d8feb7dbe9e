import assert from 'node:assert/strict';
import test from 'node:test';
import { RecentRecords } from '#model/records/recentRecords.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

function keep(first: unknown) {
  let value = first;
  return { read: () => value, write: async (next: unknown) => void (value = next) };
}

const ref = (id: number): RecordRef => ({ connectionId: 'acme', projectId: 'a/b', kind: 'cohort', id });

test('the records used last come first, each once, and at most fifty', async () => {
  const recents = new RecentRecords(keep(undefined));
  assert.deepEqual(recents.all, []);
  for (let id = 1; id <= 60; id++) await recents.add(ref(id));
  await recents.add(ref(30));
  assert.equal(recents.all.length, 50);
  assert.deepEqual(recents.all.slice(0, 3), [ref(30), ref(60), ref(59)]);
});

test('stored data of another shape is no record', () => {
  assert.deepEqual(new RecentRecords(keep({ a: 1 })).all, []);
  assert.deepEqual(new RecentRecords(keep([7, 'x', 'acme/a%2Fb/cohorts/4'])).all, [ref(4)]);
});
