// The cells of a tile's table, in whatever language the machine has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCell } from '#webview/charts/formatCell.ts';

test('the number of a query, which may be a year or an id, has no groups and all of its digits', () => {
  assert.equal(formatCell(2026, 'cell'), '2026');
  assert.equal(formatCell(9_007_199_254_740_991, 'cell'), '9007199254740991');
  assert.match(formatCell(1234.56789, 'cell'), /^1234.56789$/);
  assert.equal(formatCell(5e-324, 'cell'), '5e-324');
});

test('a whole number of a chart has all of its digits as far as a double holds it', () => {
  assert.equal(formatCell(9_007_199_254_740_991, 'value').replaceAll(/\D/g, ''), '9007199254740991');
  const style = { unit: 'plain', prefix: '$', postfix: '' } as const;
  assert.equal(formatCell('9007199254740993', 'value', style), '$9007199254740993');
});
