import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scrollTopFor } from '#webview/charts/chartFrame.tsx';

test('a frame scrolls to a place out of sight, and stays where the place is in sight', () => {
  const cases = [
    { y: 13, scrollTop: 0, expected: 0 },
    { y: 100, scrollTop: 50, expected: 50 },
    { y: 500, scrollTop: 0, expected: 318 },
    { y: 100, scrollTop: 300, expected: 82 },
    { y: 13, scrollTop: 300, expected: 0 },
  ];
  for (const { y, scrollTop, expected } of cases) assert.equal(scrollTopFor(y, scrollTop, 200), expected);
});

test('a frame that is lower than a bar has the middle of the bar in sight', () => {
  assert.equal(scrollTopFor(500, 0, 10), 495);
});
