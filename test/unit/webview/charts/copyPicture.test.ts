import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenNote, pictureScale } from '#webview/charts/copyPicture.ts';

test('a picture is twice as large as the page, or as large as a canvas can be, however wide or high', () => {
  assert.equal(pictureScale(600, 400), 2);
  for (const [width, height] of [
    [12_000, 400],
    [400, 30_000],
    [7500, 11_000],
    [40_000, 40_000],
  ] as const) {
    const scale = pictureScale(width, height);
    assert.ok(scale > 0.1 && scale < 2, `${scale}`);
    assert.ok(width * scale <= 16_000 && height * scale <= 16_000);
    assert.ok(width * scale * height * scale < 65_000_000);
  }
});

test('a picture names what is hidden of its chart, the first five of many', () => {
  assert.equal(hiddenNote(['free']), 'Hidden: free');
  assert.equal(hiddenNote(['a', 'b', 'c', 'd', 'e']), 'Hidden: a, b, c, d, e');
  assert.equal(hiddenNote(['a', 'b', 'c', 'd', 'e', 'f', 'g']), 'Hidden: a, b, c, d, e and 2 more');
});
