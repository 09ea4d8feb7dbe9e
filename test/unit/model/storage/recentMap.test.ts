import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentMap } from '#model/storage/recentMap.ts';

test('a map of the last entries keeps those that were set last, however many come', () => {
  const map = new RecentMap<string, number>(3);
  for (let n = 0; n < 1000; n++) {
    map.set('used', n);
    map.set(`document ${n}`, n);
  }
  assert.deepEqual(
    [...map],
    [
      ['document 998', 998],
      ['used', 999],
      ['document 999', 999],
    ],
  );
});
