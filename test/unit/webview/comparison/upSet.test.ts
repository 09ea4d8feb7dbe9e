import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barLabels } from '#webview/comparison/upSet.tsx';

const widthOf = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length * 6));
const counts = [1_234_567, 89_012];

test('counts are exact in wide columns, short in narrower ones, and upright where short ones would overlap', () => {
  assert.deepEqual(barLabels(counts, 60, widthOf), {
    texts: ['1,234,567', '89,012'],
    isUpright: false,
    heightPx: 24,
  });
  const short = barLabels(counts, 59, widthOf);
  assert.deepEqual([short.texts, short.isUpright], [['1.2M', '89K'], false]);
  const upright = barLabels(counts, 16, widthOf);
  assert.deepEqual([upright.texts, upright.isUpright, upright.heightPx], [['1.2M', '89K'], true, 36]);
});

test('few persons need no short form', () => {
  assert.deepEqual(barLabels([7, 0], 16, widthOf).texts, ['7', '0']);
  assert.equal(barLabels([7, 0], 16, widthOf).isUpright, false);
});
