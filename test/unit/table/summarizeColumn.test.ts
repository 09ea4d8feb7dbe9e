import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ColumnStore } from '#table/columnStore.ts';
import { temporaryFolder } from '../../volatile.ts';

function summaryOf(texts: readonly string[]) {
  const store = new ColumnStore(path.join(temporaryFolder(), 'columns.sqlite'), texts.length);
  try {
    const fill = store.fill(0);
    for (const [row, text] of texts.entries()) fill.add(row, text);
    fill.end();
    return store.summarize(0);
  } finally {
    store.close();
  }
}

test('equally frequent numbers are in their order, not in that of their texts', () => {
  const { top } = summaryOf(['100', '9', '10', '9', '-2']);
  assert.deepEqual(
    top.map(({ value, count }) => [value, count]),
    [
      ['9', 2],
      ['-2', 1],
      ['10', 1],
      ['100', 1],
    ],
  );
});

test('a number that a double does not hold is as it is written', () => {
  const { least, most, top, kind } = summaryOf(['1e-400', '12345678901234567890123', '1e-400']);
  assert.deepEqual([kind, least, most], ['number', '1e-400', '12345678901234567890123']);
  assert.deepEqual(top[0], { value: '1e-400', count: 2 });
});

test('a number beyond all doubles is the largest one, and leaves no mean', () => {
  const { least, most, mean, bins } = summaryOf(['-1e400', '5', '1e400', '2e400']);
  assert.deepEqual([least, most, mean, bins], ['-1e400', '2e400', undefined, []]);
});

test('equal numbers have one bin, whole or not', () => {
  for (const text of ['7', '0.5', '1e300']) {
    const value = Number(text);
    assert.deepEqual(summaryOf([text, text]).bins, [{ from: value, to: value, count: 2 }], text);
  }
});
