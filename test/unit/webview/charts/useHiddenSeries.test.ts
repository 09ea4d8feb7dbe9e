import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seriesKeys } from '#webview/charts/useHiddenSeries.ts';

test('a series has the same key wherever it stands', () => {
  const before = seriesKeys(['Free', 'Growth', 'Old']);
  const after = seriesKeys(['Old', 'Free', 'Growth']);
  assert.deepEqual(after, [before[2], before[0], before[1]]);
});

test('series with the same label have different keys', () => {
  assert.equal(new Set(seriesKeys(['Other', 'Other', '1 Other', ''])).size, 4);
});
