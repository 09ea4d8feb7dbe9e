import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findServiceKeyFolds } from '#model/documents/serviceKeyFolds.ts';

const filters = (...values: object[]) => ({ properties: { type: 'AND', values } });
const leaf = { key: 'plan', bytecode: ['_H', 1], conditionHash: 'x' };

test('a fold hides the lines of the service’s keys, and the line above them stays', () => {
  const text = JSON.stringify(filters(leaf, { ...leaf, type: 'person' }), null, 2);
  const lines = text.split('\n');
  const shown = findServiceKeyFolds(text).map(({ start, end }) => [lines[start]?.trim(), lines[end]?.trim()]);
  assert.deepEqual(shown, [
    ['"key": "plan",', '"conditionHash": "x"'],
    ['"key": "plan",', '"conditionHash": "x",'],
  ]);
});

test('keys that share a line with others have no fold', () => {
  assert.deepEqual(findServiceKeyFolds(JSON.stringify(filters(leaf))), []);
});
