import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Backoff } from '#model/connections/connectionMonitor.ts';

const take = (backoff: Backoff, count: number) => Array.from({ length: count }, () => backoff.next());

test('waits double up to five minutes, and start over after a reset', () => {
  const backoff = new Backoff(60_000);
  assert.deepEqual(take(backoff, 5), [60_000, 120_000, 240_000, 300_000, 300_000]);
  backoff.reset();
  assert.deepEqual(take(backoff, 2), [60_000, 120_000]);
});

test('jitter makes a wait longer by its share at most, and the waits after it no longer', () => {
  const backoff = new Backoff(1000, 0.25);
  for (const [index, wait] of take(backoff, 8).entries()) {
    const least = 1000 * 2 ** index;
    assert.ok(wait >= least && wait <= 1.25 * least, `${index}: ${wait}`);
  }
});
