import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFailure } from '#webview/elements/reportErrors.ts';

test('a page does not report that an observer is called once more in the next frame', () => {
  assert.ok(!isFailure('ResizeObserver loop completed with undelivered notifications.'));
  assert.ok(!isFailure('ResizeObserver loop limit exceeded'));
  assert.ok(isFailure('Uncaught TypeError: ResizeObserver is not a constructor'));
});
