import assert from 'node:assert/strict';
import test from 'node:test';
import { startKilling } from '../../unit/exports/kills.ts';

test('a killed export leaves no torn file, and can be completed from what it kept', async (context) => {
  const killAt = await startKilling(context);
  const middle = await killAt({ format: 'json', request: 5, share: 0.5, delayMs: 0 });
  assert.deepEqual([middle.isTorn, middle.isFinished], [false, false]);
  const rows = await killAt({ format: 'csvAll', request: 7, share: 0.5, delayMs: 0 });
  assert.deepEqual([rows.isTorn, rows.isFinished], [false, false]);
  const asServed = await killAt({ format: 'csv', request: 0, share: 0.5, delayMs: 0 });
  assert.deepEqual(asServed, { isTorn: false, isFinished: false, isResumed: false });
});
