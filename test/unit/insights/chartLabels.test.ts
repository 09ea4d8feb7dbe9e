import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedPlaces } from '#insights/chartLabels.ts';

const now = (label: string) => ({ label, isComparison: false });
const before = (label: string) => ({ label, isComparison: true });

test('a series of the previous period has the place of its counterpart, in whatever order they come', () => {
  assert.deepEqual(comparedPlaces([now('a'), now('b'), before('a'), before('b')]), [0, 1, 0, 1]);
  assert.deepEqual(comparedPlaces([now('a'), before('a'), now('b'), before('b')]), [0, 0, 1, 1]);
  assert.deepEqual(comparedPlaces([now(''), now(''), before(''), before('')]), [0, 1, 0, 1]);
  assert.deepEqual(comparedPlaces([before('gone'), now('a')]), [0, 0]);
});
