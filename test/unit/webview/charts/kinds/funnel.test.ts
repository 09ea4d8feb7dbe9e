import assert from 'node:assert/strict';
import { test } from 'node:test';
import { funnelScale, groupAt } from '#webview/charts/kinds/funnel.tsx';

const groupOf = (...counts: readonly number[]) => ({
  steps: counts.map((count) => ({ name: '', count, seconds: undefined })),
});

test('the first step of a funnel has all of the height', () => {
  const { whole, heightOf } = funnelScale([groupOf(100, 40)], 200);
  assert.deepEqual([whole, heightOf(1), heightOf(0.4), heightOf(0)], [200, 200, 80, 0]);
});

test('a step with more persons than the first one is the highest', () => {
  const { whole, heightOf } = funnelScale([groupOf(100, 40), groupOf(10, 20, 40)], 200);
  assert.deepEqual([whole, heightOf(1), heightOf(2), heightOf(4)], [50, 50, 100, 200]);
});

test('a few persons of many have a visible bar, and an unknown share has none', () => {
  const { heightOf } = funnelScale([groupOf(100_000, 1), groupOf(0, 5)], 200);
  assert.deepEqual([heightOf(1 / 100_000), heightOf(null)], [1, 0]);
});

test('the pointer is at the bar of one group, or beside all of them', () => {
  assert.deepEqual(
    [-1, 0, 24, 26, 99, 100].map((x) => groupAt(x, 100, 4)),
    [undefined, 0, 0, 1, 3, undefined],
  );
  assert.equal(groupAt(5, 100, 0), undefined);
});
